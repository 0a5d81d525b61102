import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildFromCopy } from '../support/builds.ts';

test.each([
  { script: 'a page', source: 'pages/about.tsx', named: 'src/pages/about.tsx' },
  { script: 'the worker', source: 'sw/sw.ts', named: 'src/sw/sw.ts' },
  { script: 'the inline script', source: 'boot/inline.ts', named: 'inline' },
])(
  'the build fails if $script uses a method that a supported browser lacks',
  ({ source, named }) => {
    const build = () =>
      buildFromCopy('unsupported', {}, (folder) =>
        appendFileSync(
          `${folder}/src/${source}`,
          'console.log([location.href].toSorted());\n',
        ),
      );

    expect(build).toThrow('.toSorted() is missing in chrome94');
    expect(build).toThrow(named);
  },
);
