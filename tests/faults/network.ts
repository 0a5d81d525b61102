import type { Scenario } from './scenario.ts';

export const networkFaults: Scenario[] = [
  {
    id: 'F1',
    name: 'offline, then online',
    async run(world) {
      const visit = await world.visit('waitlist');
      await world.offline();
      await visit.submit();
      await visit.says('saved');
      await world.online();
    },
  },
];
