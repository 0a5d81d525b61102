import config from './stryker-branches.config.js';

/** The options for drafts and early input, with the lowest threshold. */
export default {
  ...config,
  mutate: ['src/forms/*draft*.ts', 'src/boot/early-input.ts'],
  thresholds: { high: 100, low: 90, break: 75 },
};
