import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** The same page, by the types of the other copy of Playwright's core. */
type AxePage = Page & ConstructorParameters<typeof AxeBuilder>[0]['page'];

const tags = 'wcag2a wcag2aa wcag21a wcag21aa wcag22aa best-practice';

/** What axe finds wrong, as lines to read. */
export async function violations(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page: page as AxePage }).options({
    runOnly: tags.split(' '),
    resultTypes: ['violations'],
  });
  // Its other mode opens a second page, which this one would notice.
  const { violations } = await builder.setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [id, target.join(' '), failureSummary].join(' - '),
    ),
  );
}

/**
 * Texts and controls that reach beyond the window's edges, and whether the
 * page can be scrolled sideways. What clips itself would hide from a measure
 * of scrolling alone.
 */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const lines =
      scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    const walker = document.createTreeWalker(document.body, 4);
    const isIrrelevant = (element: Element) =>
      element.closest('[aria-hidden="true"], noscript, .visually-hidden') ||
      !element.checkVisibility({ visibilityProperty: true });
    const canScroll = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) ||
        canScroll(element.parentElement));
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim()) continue;
      if (isIrrelevant(element) || canScroll(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width, bottom } = range.getBoundingClientRect();
      // The skip link waits above the page.
      if (width <= 1 || bottom + scrollY < 0) continue;
      if (left < -1 || right > clientWidth + 1) {
        lines.push(
          `${node.textContent.trim()}: ${Math.round(left)}-${Math.round(right)}`,
        );
      }
    }
    return lines;
  });
}

/** In windows so wide nothing reaches beyond their edges. */
export async function expectRoom(
  page: Page,
  widths: readonly number[],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await overflowing(page)]).toEqual([width, []]);
  }
}

/** Animations by the clock that are still going; scrolling's own are not. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ timeline, playState }) =>
          playState === 'running' && timeline === document.timeline,
      )
      .map((animation) => {
        const { target } = animation.effect as KeyframeEffect;
        return `${target?.tagName}.${target?.className}`;
      }),
  );
}

/**
 * Texts that directly follow another text node. In static markup React keeps
 * them apart by a comment, which minifiers remove.
 */
export function adjacentTexts(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const found: (string | null)[] = [];
    const walker = document.createTreeWalker(document.body, 4);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nextSibling?.nodeType === 3) found.push(node.textContent);
    }
    return found;
  });
}
