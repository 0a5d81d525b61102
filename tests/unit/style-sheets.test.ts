import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const systemColors =
  /\b(Canvas|CanvasText|LinkText|VisitedText|ActiveText|ButtonFace|ButtonText|ButtonBorder|Field|FieldText|Highlight|HighlightText|GrayText|Mark|MarkText|SelectedItem|SelectedItemText|AccentColor|AccentColorText|transparent|currentcolor|none|0)\b/i;
const colorProperty =
  /^(color|background(-color)?|border(-\w+)?(-color)?|outline(-color)?|fill|stroke|--stroke)$/;

const styleSheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, css: readFileSync(path.join('src', name), 'utf8') }));

/** Returns the declarations of the blocks for forced colors. */
function listForcedDeclarations(css: string): [string, string][] {
  const blocks = css.matchAll(
    /@media [^{]*forced-colors: active[^{]*\{((?:[^{}]*\{[^{}]*\})*)/g,
  );
  return [...blocks].flatMap(([, rules = '']) =>
    [...rules.matchAll(/([\w-]+): ([^;{}]+);/g)].map(
      ([, property = '', value = '']): [string, string] => [property, value],
    ),
  );
}

// In a browser white can be a color of the system by accident.
test('a rule for forced colors names only colors of the system', () => {
  const declarations = styleSheets.flatMap(({ name, css }) =>
    listForcedDeclarations(css).map(([property, value]) => {
      return { name, property, value };
    }),
  );
  const colors = declarations.filter(
    ({ property }) =>
      colorProperty.test(property) && !/width|style|radius/.test(property),
  );
  expect(colors.length).toBeGreaterThan(10);

  // A line without a color has the color of the text, which is the system's.
  const lineWithoutColor = /^\d+px (solid|dashed|dotted)$/;
  const ours = colors.filter(
    ({ value }) => !systemColors.test(value) && !lineWithoutColor.test(value),
  );
  expect(ours).toEqual([]);
});

// Browsers hide the colors of visited links from scripts, so no other test sees them.
test('no rule distinguishes visited links', () => {
  const selectors = styleSheets.flatMap(({ name, css }) =>
    Array.from(css.matchAll(/[^\n{};]*:(visited|link)\b.*/g), ([rule]) => {
      return `${name}: ${rule}`;
    }),
  );
  expect(selectors).toEqual([]);
});
