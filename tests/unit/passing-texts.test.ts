import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// Some sentences stop being true by themselves, and no other test notices the day.

const files = [
  'src/routes.ts',
  ...['src/content', 'src/form-definitions'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  ),
];

interface Text {
  file: string;
  text: string;
  /** Whether the text, or what contains it, `satisfies UntilOpening`. */
  isMarked: boolean;
}

const texts = files.flatMap(readTexts);

function readTexts(file: string): Text[] {
  const source = readFileSync(file, 'utf8');
  const literals: { text: string; start: number }[] = [];
  const marked: { start: number; end: number }[] = [];
  JSON.stringify(parseSync(file, source).program, (_, node) => {
    const { type, start, end } = node ?? {};
    if (type === 'Literal' && typeof node.value === 'string')
      literals.push({ text: node.value, start });
    if (type === 'TemplateElement')
      literals.push({ text: node.value.cooked, start });
    if (type === 'TSSatisfiesExpression')
      if (source.slice(start, end).endsWith(' satisfies UntilOpening'))
        marked.push({ start, end });
    return node;
  });
  return literals.map(({ text, start }) => {
    const isMarked = marked.some(
      (part) => part.start <= start && start < part.end,
    );
    return { file, text, isMarked };
  });
}

const untilOpening =
  /\bnot (yet )?open\b|\b(before|when|until|once|after) (we|it|pear|shoppers) (opens?|are here|launch)|\bcoming soon\b|\bearly access\b|\bbe there\b|\bbe the first\b|\bas we plan\b|\bstill building\b|\bjoin the waitlist\b/i;

test('each text that is true only until pear opens satisfies UntilOpening', () => {
  expect(texts.filter(({ isMarked }) => isMarked).length).toBeGreaterThan(20);
  const unmarked = texts.filter(
    ({ text, isMarked }) => untilOpening.test(text) && !isMarked,
  );
  expect(unmarked).toEqual([]);
});

// A visitor with the offline copy reads the release of an earlier visit, perhaps of months
// ago, until a newer one has taken over.
test('no text is true only for some days', () => {
  const news =
    /\b(today|tonight|tomorrow|yesterday|currently|temporarily|at the moment|right now|for now|outage|maintenance)\b|\b(this|next|last) (week|weekend|month|morning|evening|season)\b/i;
  const proverb =
    'Saved today, wanted tomorrow. Brands see what people are about to look for, and can make just enough.';
  const passing = texts.filter(
    ({ text }) => news.test(text) && text !== proverb,
  );
  expect(passing, 'see "Add a notice" in CONTRIBUTING.md').toEqual([]);
});
