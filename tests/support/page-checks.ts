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

/**
 * Returns the texts that a box cuts off, the texts that are printed over each other, and
 * those that touch the text beside them. Drawings may be cut off at the left and right.
 */
function findSpoiledTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Line {
      text: string;
      element: Element;
      /** The middle half of the line, because the boxes of close lines overlap. */
      box: DOMRect;
    }

    const isForEyes = (element: Element) =>
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
      }) && !element.closest('.visually-hidden, .skip, noscript');

    const listLines = (node: Node): Line[] => {
      const { parentElement: element, nodeValue } = node;
      const text = nodeValue?.trim();
      if (!text || !element || !isForEyes(element)) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()]
        .filter(({ width }) => width > 2)
        .map(({ x, y, width, height }) => {
          const box = new DOMRect(x, y + height / 4, width, height / 2);
          return { text, element, box };
        });
    };

    const listBoxes = (element: Element | null): Element[] =>
      element && element !== document.body
        ? [element, ...listBoxes(element.parentElement)]
        : [];

    const clips = (box: Element) => {
      const { overflowY, contain } = getComputedStyle(box);
      return /hidden|clip/.test(overflowY) || /paint|content/.test(contain);
    };
    const clipsSides = (box: Element) =>
      /hidden|clip/.test(getComputedStyle(box).overflowX);
    const scrollsSideways = (box: Element) =>
      /auto|scroll/.test(getComputedStyle(box).overflowX);

    /** Whether only screen readers see the line, because a box is one pixel wide. */
    const isForEars = ({ element }: Line) =>
      listBoxes(element).some((box) => {
        const isInline = getComputedStyle(box).display === 'inline';
        return !isInline && box.clientWidth === 1;
      });

    /** Returns the box that cuts off the start or end of a line, such as by an ellipsis. */
    const findSideCutter = (line: Line) => {
      if (isDrawn(line)) return undefined;
      const boxes = listBoxes(line.element);
      const scroller = boxes.findIndex(scrollsSideways);
      const ownBoxes = scroller < 0 ? boxes : boxes.slice(0, scroller);
      return ownBoxes.filter(clipsSides).find((box) => {
        const { left, right } = box.getBoundingClientRect();
        return line.box.left < left - 1 || line.box.right > right + 1;
      });
    };

    /** A drawing may be cut off at the left and right, such as the end of a rail. */
    const isCutBy = (line: Line, box: Element) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const center = line.box.x + line.box.width / 2;
      const isBeside = center < left || center > right;
      const isOutside = line.box.bottom > bottom + 1 || line.box.top < top - 1;
      return !isBeside && isOutside && clips(box);
    };

    const isOver = (line: Line, other: Line) => {
      if (line.element.contains(other.element)) return false;
      if (other.element.contains(line.element)) return false;
      const { left, right, top, bottom } = line.box;
      const box = other.box;
      const width = Math.min(right, box.right) - Math.max(left, box.left);
      const height = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      return Math.min(width, height) > 2;
    };

    /** Whether lines of different boxes are beside each other, without a space between. */
    const isTouching = (line: Line, other: Line) => {
      const { top, bottom, left, right } = line.box;
      const height =
        Math.min(bottom, other.box.bottom) - Math.max(top, other.box.top);
      const gap = Math.max(other.box.left - right, left - other.box.right);
      if (height <= 2 || gap <= -2 || gap >= 2) return false;
      return findBlock(line.element) !== findBlock(other.element);
    };

    const findBlock = (element: Element | null): Element | null =>
      element && getComputedStyle(element).display.startsWith('inline')
        ? findBlock(element.parentElement)
        : element;

    /** A drawing may have names behind each other. */
    const isDrawn = ({ element }: Line) =>
      element.closest('[aria-hidden="true"]') !== null;

    // The page is behind an open dialog, the menu, the header and the notices. A scrolled
    // dialog is behind its own head.
    const open = document.querySelector('dialog:modal, :popover-open');
    const isInFront = ({ element }: Line) =>
      open
        ? listBoxes(element).some(
            (box) => getComputedStyle(box).position === 'sticky',
          )
        : element.closest('header, [data-live]') !== null;

    const walker = document.createTreeWalker(
      open ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const lines: Line[] = [];
    while (walker.nextNode()) lines.push(...listLines(walker.currentNode));
    const shownLines = lines.filter(
      (line) => !isForEars(line) && !isInFront(line),
    );

    return shownLines.flatMap((line, index) => {
      const cutter =
        listBoxes(line.element).find((box) => isCutBy(line, box)) ??
        findSideCutter(line);
      const cut = cutter
        ? [`"${line.text}" is cut off by ${cutter.outerHTML.slice(0, 80)}`]
        : [];
      const others = shownLines
        .slice(0, index)
        .filter((one) => !(isDrawn(one) && isDrawn(line)));
      const covered = others.find((one) => isOver(line, one));
      const neighbor = others.find((one) => isTouching(line, one));
      return [
        ...cut,
        ...(covered
          ? [`"${line.text}" is printed over "${covered.text}"`]
          : []),
        ...(neighbor ? [`"${line.text}" touches "${neighbor.text}"`] : []),
      ];
    });
  });
}

/**
 * Returns the texts over which a decorative line is painted. The texts of drawings do not
 * count.
 */
export function findCrossedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Point {
      x: number;
      y: number;
    }

    /** Returns points of a line on the page. */
    const listPoints = (line: Element): Point[] => {
      const count = 200;
      const steps = Array.from({ length: count }, (_, index) => index / count);
      if (line instanceof SVGPathElement) {
        const matrix = line.getScreenCTM();
        const length = line.getTotalLength();
        return steps.map((share) =>
          line.getPointAtLength(share * length).matrixTransform(matrix ?? {}),
        );
      }
      const { left, width, top, height } = line.getBoundingClientRect();
      return steps.map((share) => {
        return { x: left + width / 2, y: top + share * height };
      });
    };

    const lines = [
      ...document.querySelectorAll('main [aria-hidden="true"]:empty'),
      ...document.querySelectorAll('main svg[aria-hidden="true"] path'),
    ].filter((line) => line.checkVisibility());
    const texts: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    scrollTo(0, 0);
    while (walker.nextNode()) {
      const { parentElement: element, nodeValue } = walker.currentNode;
      const text = nodeValue?.trim();
      const hidden = '[aria-hidden="true"], .visually-hidden, .skip, noscript';
      if (!text || !element?.checkVisibility() || element.closest(hidden))
        continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) texts.push({ text, box });
    }

    const isIn = ({ x, y }: Point, { left, right, top, bottom }: DOMRect) =>
      x > left && x < right && y > top && y < bottom;
    const crossedTexts = new Set<string>();
    for (const line of lines) {
      for (const point of listPoints(line)) {
        const crossed = texts.find(({ box }) => isIn(point, box));
        if (!crossed) continue;
        // A line gets no taps, so it takes part in the hit test only now.
        const { style } = line as HTMLElement | SVGElement;
        style.pointerEvents = 'all';
        scrollTo(0, point.y - innerHeight / 2);
        const target = document.elementFromPoint(point.x, point.y - scrollY);
        style.pointerEvents = '';
        if (target === line) crossedTexts.add(crossed.text);
      }
    }
    scrollTo(0, 0);
    return [...crossedTexts];
  });
}

/** Expects that the page fits into windows of these widths, in CSS pixels. */
export async function expectPageFits(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await resizeWindow(page, { width, height: 900 });
    await expectFit(page, `at ${width} px`);
  }
}

async function expectFit(page: Page, place: string): Promise<void> {
  expect.soft(await findOverflow(page), place).toEqual([]);
  expect.soft(await findSpoiledTexts(page), place).toEqual([]);
}

/**
 * Expects that the page fits into very wide windows. Parts that are as wide as a window of
 * 1440 px must be as wide as the very wide ones, texts must stay in the column of the header, and a picture
 * must not be higher than the window.
 */
export async function expectPageFillsWideWindows(page: Page): Promise<void> {
  await resizeWindow(page, { width: 1440, height: 900 });
  const fullParts = await page.evaluate(findFullParts);
  for (const [width, height] of [
    [2560, 1440],
    [3840, 2160],
  ] as const) {
    await resizeWindow(page, { width, height });
    const place = `at ${width} px`;
    await expectFit(page, place);

    const fullPartsHere = await page.evaluate(findFullParts);
    const narrowParts = fullParts.filter(
      (part) => !fullPartsHere.includes(part),
    );
    expect.soft(narrowParts, `not as wide as the window ${place}`).toEqual([]);

    const lostTexts = await page.evaluate(findTextsBesideColumn);
    expect.soft(lostTexts, `beside the column ${place}`).toEqual([]);

    const highPictures = await page.evaluate(findHighPictures);
    expect.soft(highPictures, `higher than the window ${place}`).toEqual([]);
  }
}

/** Returns the parts that are as wide as the window. Runs in the page. */
function findFullParts(): string[] {
  const { clientWidth } = document.documentElement;
  const parts = [...document.querySelectorAll('header, main *, footer')];
  const fullParts = parts.filter((part) => {
    const { left, right, height } = part.getBoundingClientRect();
    return left <= 0.5 && right >= clientWidth - 0.5 && height > 0;
  });
  return fullParts
    .filter((part) => !part.closest('[aria-hidden="true"]'))
    .map((part) => part.outerHTML.slice(0, 80));
}

/**
 * Returns the texts to the left or right of the header's column, unless their ground is
 * narrower than the window, as the ground of a card. Runs in the page.
 */
function findTextsBesideColumn(): string[] {
  const { clientWidth } = document.documentElement;
  const [bar] = document.querySelectorAll('header > *');
  const column = bar?.getBoundingClientRect() ?? new DOMRect();

  /** Whether the nearest ground is that of a card, or whether the text is in a list that
   * scrolls sideways. */
  const isOnCard = (element: Element): boolean => {
    const { backgroundColor, backgroundImage, overflowX } =
      getComputedStyle(element);
    const hasGround =
      !/, 0\)$/.test(backgroundColor) || backgroundImage.includes('gradient');
    const { width } = element.getBoundingClientRect();
    if (/auto|scroll/.test(overflowX)) return true;
    if (hasGround && width < clientWidth - 1) return true;
    const { parentElement } = element;
    return parentElement !== null && !hasGround && isOnCard(parentElement);
  };

  const lostTexts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, nodeValue } = walker.currentNode;
    const text = nodeValue?.trim();
    const hidden = '[aria-hidden="true"], .visually-hidden, .skip, noscript';
    const isShown = element?.checkVisibility({ visibilityProperty: true });
    if (!text || !isShown || element?.closest(hidden)) continue;

    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { left, right } = range.getBoundingClientRect();
    // Large letters begin a little to the left, so that their stems are aligned.
    const tolerance = 12;
    const isBeside =
      left < column.left - tolerance || right > column.right + tolerance;
    if (element && isBeside && !isOnCard(element)) lostTexts.push(text);
  }
  return lostTexts;
}

/** Returns the pictures that are higher than the window. Runs in the page. */
function findHighPictures(): string[] {
  const pictures = [...document.images].filter(
    (image) =>
      image.checkVisibility({ visibilityProperty: true }) &&
      !image.closest('[aria-hidden="true"]'),
  );
  return pictures
    .filter((image) => image.getBoundingClientRect().height > innerHeight)
    .map(({ src }) => src);
}

/**
 * Returns the words between which a space is missing, because an element in a sentence
 * begins or ends there, such as a link.
 */
export function findGluedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const findBlock = (element: Element | null): Element | null =>
      element && getComputedStyle(element).display.startsWith('inline')
        ? findBlock(element.parentElement)
        : element;

    const gluedWords: string[] = [];
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    let before = '';
    let blockBefore: Element | null = null;
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.checkVisibility()) continue;
      const text = textContent ?? '';
      const block = findBlock(parentElement);
      const isGlued =
        /[\p{L}\p{N}.,:;!?]$/u.test(before) && /^[\p{L}\p{N}(“]/u.test(text);
      if (isGlued && block === blockBefore)
        gluedWords.push(`${before.slice(-20)}|${text.slice(0, 20)}`);
      before = text;
      blockBefore = block;
    }
    return gluedWords;
  });
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
 * runs, and each that scrolling animates. Scrolling may change the opacity.
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
    const harmless = [
      'offset',
      'computedOffset',
      'easing',
      'composite',
      'opacity',
    ];
    for (const { effect } of document.getAnimations()) {
      if (!(effect instanceof KeyframeEffect)) continue;
      const names = effect.getKeyframes().flatMap(Object.keys);
      const isMoving = names.some((name) => !harmless.includes(name));
      if (isMoving)
        problems.push(`${effect.target?.outerHTML.slice(0, 80)}: ${names}`);
    }
    return [...new Set(problems)];
  });
}
