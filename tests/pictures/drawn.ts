import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createDrawings,
  createFavicons,
  readColor,
  screenshots,
} from './recipes.ts';

// `drawn.json` says from what each picture was drawn, so a test finds a picture that is
// older than its sources, without a browser. The test cannot compare the picture with a new
// drawing, because versions of Chromium draw different pixels.

export interface Drawn {
  /** The brand color that all drawings and styles have. */
  brandColor: string;
  pictures: Record<string, DrawnPicture>;
}

interface DrawnPicture {
  /** The hash of everything that the picture was drawn from. */
  sources: string;
  /** The hash of the file. */
  file: string;
}

export const faviconFile = 'public/favicon.ico';
const drawnFile = 'tests/pictures/drawn.json';

export function readDrawn(): Drawn {
  return JSON.parse(readFileSync(drawnFile, 'utf8'));
}

export function writeDrawn(drawn: Drawn): void {
  writeFileSync(drawnFile, `${JSON.stringify(drawn, null, 2)}\n`);
}

/** Returns the hash of what each picture would be drawn from now, by file. */
export function hashSources(): Readonly<Record<string, string>> {
  const drawings = Object.entries(createDrawings()).map(
    ([file, { html }]) => [file, hashText(html)] as const,
  );
  const favicons = createFavicons().map(({ html }) => html);
  const pages = Object.entries(screenshots).map(
    ([file, { sources }]) =>
      [file, hashText(sources.map(readWithoutComments).join('\n'))] as const,
  );
  return Object.fromEntries([
    ...drawings,
    [faviconFile, hashText(favicons.join('\n'))],
    ...pages,
  ]);
}

export function describePicture(file: string, sources: string): DrawnPicture {
  return { sources, file: hashText(readFileSync(file)) };
}

/** Returns the pictures that are not what `npm run pictures` would draw, with the reason. */
export function listOldPictures(): ReadonlyMap<string, string> {
  const { pictures } = readDrawn();
  const reasons = new Map<string, string>();
  for (const [file, sources] of Object.entries(hashSources())) {
    const drawn = pictures[file];
    if (!drawn || !existsSync(file)) reasons.set(file, 'it was never drawn');
    else if (drawn.sources !== sources)
      reasons.set(file, 'its sources changed');
    else if (drawn.file !== hashText(readFileSync(file)))
      reasons.set(file, 'the file was changed by another program');
  }
  return reasons;
}

/** Returns whether the drawings and styles have the brand color of the tokens. */
export function hasBrandColor(): boolean {
  return readDrawn().brandColor === readColor('--accent');
}

/** Reads a style sheet, a script or a drawing. A changed comment must make nothing old. */
function readWithoutComments(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' ');
}

function hashText(content: string | Buffer): string {
  return hash('sha256', content).slice(0, 16);
}
