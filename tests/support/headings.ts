import { readFileSync } from 'node:fs';

/** Returns the fragment of each heading of a document, by which a link leads to it. */
export function readAnchors(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const headings = text.matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) => toAnchor(heading));
}

function toAnchor(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replace(/[^\p{L}\p{N}\- ]/gu, '').replaceAll(' ', '-');
}
