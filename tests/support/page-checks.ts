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
 * Returns the texts beyond the left or right edge of the window or of their dialog, the
 * texts that are above or below a box that contains them, and one more entry if the page
 * scrolls sideways. The page's width alone is not enough, because text in an element with
 * `overflow: hidden` does not widen the page.
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

    /** Returns the nearest box that the middle of a line is above or below. */
    const findEscapedBox = (element: Element | null, range: Range) => {
      const middles = [...range.getClientRects()].map(
        ({ top, bottom }) => (top + bottom) / 2,
      );
      for (let box = element; box; box = box.parentElement) {
        const { display, position, marginTop, marginBottom } =
          getComputedStyle(box);
        if (display === 'inline' || display === 'contents') continue;
        const { top, bottom, width } = box.getBoundingClientRect();
        // The box hides the text from everybody but screen readers.
        if (width <= 1) break;
        if (middles.some((middle) => middle < top || middle > bottom))
          return box;
        // It may leave the boxes around it on purpose.
        const isShifted = [marginTop, marginBottom].some((margin) =>
          margin.startsWith('-'),
        );
        if (isShifted || position === 'absolute' || position === 'fixed') break;
      }
      return undefined;
    };

    for (let node = textWalker.nextNode(); node; node = textWalker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !element || isHidden(element)) continue;
      // A dialog scrolls, but only up and down.
      const dialog = element.closest('dialog[open]')?.getBoundingClientRect();
      const isScrolled = canScroll(element);
      if (isScrolled && !dialog) continue;

      const textRange = document.createRange();
      textRange.selectNodeContents(node);
      const { left, right, width, bottom } = textRange.getBoundingClientRect();

      // The skip link is above the page until it has the focus.
      if (width <= 1 || bottom + scrollY < 0) continue;

      const { left: start = 0, right: end = clientWidth } = dialog ?? {};
      if (left < start - 1 || right > end + 1)
        problems.push(`${text}: ${Math.round(left)}-${Math.round(right)}`);

      const box = isScrolled ? undefined : findEscapedBox(element, textRange);
      if (box) problems.push(`${text}: leaves ${box.outerHTML.slice(0, 80)}`);
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

/** A text of a page, and the size of its font in px. */
interface SizedText {
  text: string;
  size: number;
}

/** Returns each text that the page shows, from the start of the page to its end. */
export function readTextSizes(page: Page): Promise<SizedText[]> {
  return page.evaluate(() => {
    const sizes: SizedText[] = [];
    const textWalker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = textWalker.nextNode(); node; node = textWalker.nextNode()) {
      const text = node.textContent?.trim();
      const parent = node.parentElement;
      if (!text || !parent?.checkVisibility()) continue;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      sizes.push({ text, size });
    }
    return sizes;
  });
}

/**
 * Returns the elements that would move or scroll smoothly although the visitor prefers
 * reduced motion: each with a transition or an animation that takes time, also before it
 * runs.
 */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const takesTime = (durations: string) =>
      durations.split(', ').some((text) => Number.parseFloat(text) > 0);

    const problems = [...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after'].flatMap((pseudoElement) => {
        const style = getComputedStyle(element, pseudoElement || null);
        const isMoving =
          takesTime(style.transitionDuration) ||
          (style.animationName !== 'none' &&
            takesTime(style.animationDuration));
        const isSmooth = style.scrollBehavior === 'smooth';
        return isMoving || isSmooth
          ? [`${element.localName}.${element.className}${pseudoElement}`]
          : [];
      }),
    );
    return [...new Set(problems)];
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
