import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildFromCopy } from '../support/builds.ts';

test.each([
  ['a page', 'pages/about.tsx', 'src/pages/about.tsx'],
  ['the worker', 'sw/sw.ts', 'src/sw/sw.ts'],
  ['the inline script', 'boot/inline.ts', 'The inline script'],
])(
  'the build fails if %s uses a method that a supported browser lacks',
  (_, source, namedPlace) => {
    const message = readBuildError((folder) =>
      appendFileSync(
        `${folder}/src/${source}`,
        'console.log([location.href].toSorted());\n',
      ),
    );

    expect(message).toContain('.toSorted() is missing in chrome94');
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
