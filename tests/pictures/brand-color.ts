import { UserError } from '../../src/node/user-error.ts';

/** A color in OKLCH: lightness and chroma, and the hue in degrees. */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Colors whose hue is this close to the brand color's belong to its family. */
const familyAngle = 40;

// A color of CSS or SVG, but not a reference such as `url(#c0ffee)`.
const colorPattern =
  /(?<!url\(|href=")#(?:[\da-f]{6}|[\da-f]{3})\b|\brgb\((\d+) (\d+) (\d+)/gi;

/**
 * Changes the brand color in the text of a style sheet or a drawing. The brand color
 * itself becomes `to`. The other colors of its family get the new hue and keep their
 * lightness, so that contrasts stay. Gray, and other hues, stay.
 */
export function changeBrandColor(
  text: string,
  from: string,
  to: string,
): string {
  const oldBrand = toOklch(parseHex(from));
  const newBrand = toOklch(parseHex(to));

  return text.replace(colorPattern, (match, ...numbers: string[]) => {
    const isHex = match.startsWith('#');
    const [red, green, blue] = numbers.map(Number);
    const rgb: Rgb = isHex
      ? parseHex(match)
      : [red ?? 0, green ?? 0, blue ?? 0];
    const color = toOklch(rgb);
    const isFamily = computeAngle(color.hue, oldBrand.hue) <= familyAngle;
    // The token has the new color already.
    const isDone = isSameColor(rgb, parseHex(to));
    if (!isFamily || isDone) return match;

    const isBrand = isSameColor(rgb, parseHex(from));
    const changed = isBrand
      ? parseHex(to)
      : toRgb({
          lightness: color.lightness,
          chroma: color.chroma * (newBrand.chroma / oldBrand.chroma),
          hue: color.hue + newBrand.hue - oldBrand.hue,
        });
    if (isSameColor(changed, rgb)) return match;
    return isHex ? formatHex(changed) : `rgb(${changed.join(' ')}`;
  });
}

function isSameColor(color: Rgb, otherColor: Rgb): boolean {
  return color.every((channel, index) => channel === otherColor[index]);
}

/**
 * Throws a UserError if a color cannot be the brand color. `textColor` is that of texts on
 * it, and `otherColors` are colors that do not follow it.
 */
export function checkBrandColor(
  color: string,
  {
    textColor,
    otherColors,
  }: { textColor: string; otherColors: readonly string[] },
): void {
  if (!/^#[\da-f]{6}$/.test(color))
    throw new UserError(
      `--accent is ${color}; write it as # and six digits or lowercase letters, such as #8e44ff.`,
    );

  const { chroma, hue } = toOklch(parseHex(color));
  if (chroma < 0.04)
    throw new UserError(
      `--accent is ${color}, which is too gray for other colors to follow; choose another color.`,
    );

  for (const other of otherColors) {
    if (computeAngle(hue, toOklch(parseHex(other)).hue) <= familyAngle)
      throw new UserError(
        `--accent is ${color}, which is too similar to ${other}; choose a color of another hue.`,
      );
  }

  // Rounded down, so that no contrast below the limit looks like the limit.
  const contrast = Math.floor(computeContrast(color, textColor) * 100) / 100;
  if (contrast < 4.5)
    throw new UserError(
      `--accent is ${color}, on which a text in ${textColor} has a contrast of ${contrast}, and 4.5 is the least; choose a darker color.`,
    );
}

/** Returns the contrast of two colors by https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((color) => {
      const [red, green, blue] = mapChannels(parseHex(color), (value) =>
        toLinear(value / 255),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the angle between the hues of two colors, from 0 to 180 degrees. */
export function computeHueAngle(one: string, other: string): number {
  return computeAngle(toOklch(parseHex(one)).hue, toOklch(parseHex(other)).hue);
}

function computeAngle(one: number, other: number): number {
  const difference = Math.abs(one - other) % 360;
  return Math.min(difference, 360 - difference);
}

function parseHex(text: string): Rgb {
  const digits = text.slice(1);
  const pairs =
    digits.length === 3
      ? [...digits].map((digit) => digit + digit)
      : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) =>
    Number.parseInt(pair, 16),
  );
  return [red, green, blue];
}

function formatHex(color: Rgb): string {
  const pairs = color.map((value) => value.toString(16).padStart(2, '0'));
  return `#${pairs.join('')}`;
}

// The numbers below are those of https://www.w3.org/TR/css-color-4/#color-conversion-code.

function toOklch(color: Rgb): Oklch {
  const [r, g, b] = mapChannels(color, (value) => toLinear(value / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bAxis = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness,
    chroma: Math.hypot(a, bAxis),
    hue: (Math.atan2(bAxis, a) * 180) / Math.PI,
  };
}

/** Returns the color, with less chroma if no screen shows it otherwise. */
function toRgb(color: Oklch): Rgb {
  for (let { chroma } = color; chroma > 0; chroma -= 0.002) {
    const channels = toUnlimitedRgb({ ...color, chroma });
    if (channels.every((value) => value >= -0.5 && value <= 255.5))
      return mapChannels(channels, Math.round);
  }
  return mapChannels(toUnlimitedRgb({ ...color, chroma: 0 }), Math.round);
}

/** Returns red, green and blue, which are outside 0 to 255 if screens cannot show them. */
function toUnlimitedRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;

  const linear: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return mapChannels(linear, (value) => 255 * fromLinear(value));
}

function mapChannels(
  [red, green, blue]: Rgb,
  change: (value: number) => number,
): Rgb {
  return [change(red), change(green), change(blue)];
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  return value <= 0.0031308
    ? value * 12.92
    : 1.055 * value ** (1 / 2.4) - 0.055;
}
