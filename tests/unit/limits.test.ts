import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// limits.txt contains each number of the source code that has a name: lengths, times,
// counts. Many of them take effect only in a browser, after minutes, or with thousands of
// records, so no other test sees that one of them has a zero too many. After an intended
// change, run this file with -u, and review the difference.

/** A constant, a property or a default value that is a number on a line of its own. */
const numberPattern =
  /^\s*(?:export )?(?:const )?(\w+)(?: =|:) ([1-9][\d_.]*(?: \* \w+)*)[,;]$/;

test('each named number of the source code has the value of the reviewed list', async () => {
  const options = { recursive: true, encoding: 'utf8' } as const;
  // The numbers in `content` and `pages` are sizes of pictures and parts of layouts.
  const names = readdirSync('src', options).filter(
    (name) => /\.tsx?$/.test(name) && !/^(content|pages)\//.test(name),
  );

  const lines = names.sort().flatMap((name) =>
    readFileSync(`src/${name}`, 'utf8')
      .split('\n')
      .map((line) => numberPattern.exec(line))
      .filter((match) => match !== null)
      .map(([, constant, value]) => `src/${name}: ${constant} = ${value}`),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('limits.txt');
});
