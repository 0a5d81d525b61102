import type { Visited, Walk } from './walk.ts';

/** What a step leaves behind: the focus in the page, or another page. */
export type Left = 'in page' | 'moved' | undefined;

/** Something that a visitor may do in a tab, or that may happen to them. */
export interface Deed {
  name: string;
  can(visited: Visited, walk: Readonly<Walk>): boolean;
  run(walk: Walk, visited: Visited): Promise<Left>;
}

/** Neither the sheet nor the menu is in the way. */
export const isFree = ({ sight: { sheet, menu } }: Visited) => !sheet && !menu;
