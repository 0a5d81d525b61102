import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { resizeWindow } from './window-size.ts';

/** The type `Page` of the copy of playwright-core that axe's package uses. */
type AxePage = Page & ConstructorParameters<typeof AxeBuilder>[0]['page'];

const axeTags = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
];

/** Returns a line for each violation that axe finds. */
export async function runAxe(page: Page): Promise<string[]> {
  const axeBuilder = new AxeBuilder({ page: page as AxePage }).options({
    runOnly: axeTags,
    resultTypes: ['violations'],
  });

  // Without its legacy mode, axe opens a second page, which changes the first.
  const { violations } = await axeBuilder.setLegacyMode(true).analyze();

  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id} - ${target.join(' ')} - ${failureSummary}`,
    ),
  );
}

/**
 * Returns the texts beyond the window's left or right edge, and one more entry if
 * the page scrolls sideways. The page's width alone is not enough, because text in
 * an element with `overflow: hidden` does not widen the page.
 */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const problems =
      scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];

    const textWalker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    const isHidden = (element: Element) =>
      element.closest('[aria-hidden="true"], noscript, .visually-hidden') ||
      !element.checkVisibility({ visibilityProperty: true });

    const canScroll = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) ||
        canScroll(element.parentElement));

    for (let node = textWalker.nextNode(); node; node = textWalker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !element || isHidden(element) || canScroll(element))
        continue;

      const textRange = document.createRange();
      textRange.selectNodeContents(node);
      const { left, right, width, bottom } = textRange.getBoundingClientRect();

      // The skip link is above the page until it has the focus.
      if (width <= 1 || bottom + scrollY < 0) continue;

      if (left < -1 || right > clientWidth + 1)
        problems.push(`${text}: ${Math.round(left)}-${Math.round(right)}`);
    }

    return problems;
  });
}

/** Expects that the page fits into windows of these widths, in CSS pixels. */
export async function expectPageFits(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await resizeWindow(page, { width, height: 900 });
    expect(await findOverflow(page), `at ${width} px`).toEqual([]);
  }
}

/** Returns the words that the page breaks into several lines. */
export function findSplitWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const splitWords: string[] = [];
    const textWalker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    const textRange = document.createRange();

    for (let node = textWalker.nextNode(); node; node = textWalker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility()) continue;

      // Visually hidden text is in an element that is 1 px wide.
      const ancestors = [parent, parent.parentElement];
      if (ancestors.some((box) => box?.clientWidth === 1)) continue;

      for (const { 0: word, index } of (node as Text).data.matchAll(/\w+/g)) {
        textRange.setStart(node, index);
        textRange.setEnd(node, index + word.length);
        const lineTops = [...textRange.getClientRects()].map(({ top }) => top);
        if (new Set(lineTops).size > 1) splitWords.push(word);
      }
    }

    return splitWords;
  });
}

/** Returns the elements with a running animation. Ignores scroll-driven animations. */
export function findAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ timeline, playState }) =>
          playState === 'running' && timeline === document.timeline,
      )
      .map(({ effect }) => {
        const { target } = effect as KeyframeEffect;
        return `${target?.tagName}.${target?.className}`;
      }),
  );
}
