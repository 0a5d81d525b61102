import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '../../src/build/supported-browsers.ts';
import { buildFromCopy } from '../support/builds.ts';

const scripts = [
  {
    script: 'a page',
    file: 'src/pages/about.tsx',
    namedPlace: 'src/pages/about.tsx',
  },
  { script: 'the worker', file: 'src/sw/sw.ts', namedPlace: 'src/sw/sw.ts' },
  {
    script: 'the inline script',
    file: 'src/boot/inline.ts',
    namedPlace: 'The inline script',
  },
];

test.each(scripts)(
  'the build fails if $script uses a method that a supported browser lacks',
  ({ file, namedPlace }) => {
    const message = readBuildError((folder) =>
      appendFileSync(
        `${folder}/${file}`,
        'console.log(Math.sumPrecise([location.href]));\n',
      ),
    );

    expect(message).toContain(
      `Math.sumPrecise is missing in ${oldestBrowsers[0]}`,
    );
    expect(message).toContain(namedPlace);
  },
);

/** Returns the error of a build after `edit` has changed the sources, or ''. */
function readBuildError(edit: (folder: string) => void): string {
  try {
    buildFromCopy('unsupported', {}, edit);
    return '';
  } catch (error) {
    return String(error);
  }
}
