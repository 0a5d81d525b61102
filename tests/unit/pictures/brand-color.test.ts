import { expect, test } from 'vitest';
import {
  changeBrandColor,
  checkBrandColor,
  computeHueAngle,
} from '../../pictures/brand-color.ts';

const purple = '#8e44ff';
const blue = '#2463f5';

const toBlue = (text: string) => changeBrandColor(text, purple, blue);

test('a new brand color replaces the old one exactly, in each notation of CSS and SVG', () => {
  expect(toBlue('fill="#8e44ff"')).toBe('fill="#2463f5"');
  expect(toBlue('--accent: #8E44FF;')).toBe('--accent: #2463f5;');
  expect(toBlue('rgb(142 68 255 / 16%)')).toBe('rgb(36 99 245 / 16%)');
});

test.each([
  ['a light tint', '#b98cff'],
  ['a dark shade', '#12052e'],
  ['a garment of a neighboring hue', '#473fb4'],
])('%s of the brand color gets the new hue', (_, color) => {
  const changed = toBlue(color);
  expect(changed).not.toBe(color);
  const before = computeHueAngle(color, purple);
  // With eight bits a channel, a dark color has only a few hues.
  expect(Math.abs(computeHueAngle(changed, blue) - before)).toBeLessThan(8);
});

test.each([
  ['the green of the pear', '#c9f26b'],
  ['the red of errors', '#ff8fa3'],
  ['white', '#fff'],
  ['black', 'rgb(0 0 0)'],
  ['a transparent white', 'rgb(255 255 255 / 10%)'],
  ['a reference to a gradient', 'fill="url(#8e44ff)"'],
  ['a reference to a symbol', 'href="#8e44ff"'],
])('%s stays', (_, text) => {
  expect(toBlue(text)).toBe(text);
});

test('the new brand color stays if it has a hue near the old one', () => {
  const violet = '#7a44ff';
  expect(changeBrandColor(violet, purple, violet)).toBe(violet);
});

test('a color that no screen shows loses chroma, but no lightness', () => {
  const changed = toBlue('#b98cff');
  expect(changed).toMatch(/^#[\da-f]{6}$/);
  const getLightness = (color: string) => {
    const [red = 0, green = 0, blueChannel = 0] = [1, 3, 5].map((start) =>
      Number.parseInt(color.slice(start, start + 2), 16),
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blueChannel;
  };
  const difference = getLightness(changed) - getLightness('#b98cff');
  expect(Math.abs(difference)).toBeLessThan(12);
});

const fixedColors = { textColor: '#fff', otherColors: ['#c9f26b', '#ff8fa3'] };

test.each([purple, blue])('%s can be the brand color', (color) => {
  expect(() => checkBrandColor(color, fixedColors)).not.toThrow();
});

test.each([
  ['#8E44FF', 'six digits or lowercase letters'],
  ['rgb(1 2 3)', 'six digits or lowercase letters'],
  ['#777777', 'too gray'],
  ['#4a7a10', 'too similar to #c9f26b'],
  ['#c02040', 'too similar to #ff8fa3'],
  ['#2f6bff', 'a text in #fff has a contrast of 4.49'],
])('%s cannot be the brand color', (color, problem) => {
  expect(() => checkBrandColor(color, fixedColors)).toThrow(problem);
});
