import type { Page } from 'playwright/test';

/** Returns the controls without a visible ring when the keyboard focuses them. */
export async function listMissingRings(page: Page): Promise<string[]> {
  // Browsers show the ring of a focus by script only after a key press.
  await page.keyboard.press('Shift');
  return runInPage(page, findMissingRings);
}

/** Runs one of the `find` or `list` functions below in the page. */
export function runInPage<T>(page: Page, find: () => T): Promise<T> {
  const sources = [...pageFunctions, find].map(String).join('\n');
  return page.evaluate(`(() => { ${sources}\n return ${find.name}(); })()`);
}

interface ShownText {
  text: string;
  element: Element;
  color: string;
  opacity: number;
}

export interface TextOnPicture {
  text: string;
  /** Red, green and blue, from 0 to 255. */
  color: number[];
  /** The lowest contrast for a text of this size. */
  minContrast: number;
  /** The place of the text on the page, in CSS pixels. */
  box: { x: number; y: number; width: number; height: number };
}

// The functions below run in the page. They can call each other, because `runInPage`
// sends all that this list names, but they cannot use another variable of this module.
const pageFunctions = [
  listControls,
  describeControl,
  listShownTexts,
  listIcons,
  createPixel,
  paint,
  isRatherOpaque,
  getContrast,
  getLuminance,
  findRingProblem,
  findGround,
  measureContrast,
  listGrounds,
  listColors,
  getOpacity,
  readSystemColors,
  hasSystemGround,
  isTransparent,
  describeGround,
  findGradient,
  listParts,
  isDrawn,
  hasEdge,
  isInClosedContainer,
  findOpenPart,
  isReachedByTap,
  listHeadingsAndNotices,
  listTextLines,
  listPictures,
  hasGroundBefore,
  isInSidewaysList,
  isLargeText,
];

/** Returns a line for each control without a visible ring. */
function findMissingRings(): string[] {
  const controls = listControls(findOpenPart()).filter(
    (control) =>
      control.tabIndex >= 0 &&
      !control.matches(':disabled') &&
      control.checkVisibility({ visibilityProperty: true }),
  );
  if (controls.length === 0) return ['The page has no control'];

  const pixel = createPixel();
  const problems: string[] = [];
  for (const control of controls) {
    control.focus();
    if (document.activeElement !== control) continue;

    const problem = findRingProblem(control, pixel);
    if (!problem) continue;

    const label = control.getAttribute('aria-label') ?? control.textContent;
    const shortLabel = label?.trim().slice(0, 40) || control.id;
    problems.push(`${control.localName} "${shortLabel}" has ${problem}`);
  }

  (document.activeElement as HTMLElement | null)?.blur();
  return problems;
}

/** Returns what is wrong with the ring of a control that has the focus. */
function findRingProblem(
  control: HTMLElement,
  pixel: OffscreenCanvasRenderingContext2D,
): string | undefined {
  const minWidth = 2;
  const minContrast = 3;

  const style = getComputedStyle(control);
  const width = Number.parseFloat(style.outlineWidth);
  if (style.outlineStyle === 'none' || width < minWidth) return 'no ring';

  const ring = paint(pixel, style.outlineColor);
  // The ring is around the control if its offset is not negative.
  const isOutside = Number.parseFloat(style.outlineOffset) >= 0;
  const ground = findGround(isOutside ? control.parentElement : control, pixel);

  const contrast = getContrast(ring, ground);
  if (isRatherOpaque(ring) && contrast >= minContrast) return undefined;
  return `a ring of contrast ${contrast.toFixed(1)}`;
}

/** Returns the color of the nearest background that hides what is behind it. */
function findGround(
  element: Element | null,
  pixel: OffscreenCanvasRenderingContext2D,
): number[] {
  if (!element) return paint(pixel, 'Canvas');

  const color = paint(pixel, getComputedStyle(element).backgroundColor);
  return isRatherOpaque(color)
    ? color
    : findGround(element.parentElement, pixel);
}

/**
 * Returns a line for each text of a control that has a low contrast with the nearest
 * background color. Gradients and pictures do not count, because many are only lines.
 */
export function findFaintControls(): string[] {
  const minContrast = 4.5;
  const pixel = createPixel();
  const selector = 'a, button, summary, label, input, select, textarea';
  return listShownTexts().flatMap((shown) => {
    const control = shown.element.closest(selector);
    // unit/pages/hero.test.ts compares a name with the cloth that is behind it.
    if (!control || control.querySelector('img')) return [];
    const grounds = [describeGround(shown.element, pixel)];
    // An inner shadow can replace the browser's ground of an autofilled field.
    const [, shadow] =
      /^(\S+\(.*?\)) 0px 0px 0px \d{2,}px inset$/.exec(
        getComputedStyle(shown.element).boxShadow,
      ) ?? [];
    if (shadow) grounds.push(shadow);

    const contrast = measureContrast(shown, grounds, pixel);
    return contrast < minContrast
      ? [`"${shown.text}" has ${contrast.toFixed(1)}`]
      : [];
  });
}

/**
 * Returns a line for each text that has a low contrast with a color of the gradient
 * behind it. axe does not check texts on gradients.
 */
export function findFaintTexts(): string[] {
  const pixel = createPixel();
  const problems = new Set<string>();
  for (const shown of listShownTexts()) {
    const isLarge = isLargeText(shown.element);
    for (const ground of findGradient(shown.element, pixel)) {
      const contrast = measureContrast(shown, [ground], pixel);
      // A text is seldom at the end of a gradient.
      if (contrast < (isLarge ? 3 : 4))
        problems.add(`"${shown.text}" has ${contrast.toFixed(1)} on ${ground}`);
    }
  }
  return [...problems];
}

/** Whether WCAG calls the text of an element large. */
function isLargeText(element: Element): boolean {
  const { fontSize, fontWeight } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize);
  return size >= 24 || (size >= 18.5 && Number(fontWeight) >= 600);
}

/**
 * Returns the texts in front of a picture, of which only pixels can say the contrast.
 * Other elements may also be between the text and the picture. The footer is the same on
 * every page.
 */
export function listTextsOnPictures(): TextOnPicture[] {
  // On a scrolled page the header covers texts.
  scrollTo(0, 0);
  const pixel = createPixel();
  const pictures = listPictures();
  const elements = new Set<Element>();
  return listShownTexts().flatMap(({ text, element, color, opacity }) => {
    if (elements.has(element) || opacity === 0) return [];
    elements.add(element);
    const isElsewhere = element.closest('footer') && location.pathname !== '/';
    if (element.closest('[aria-hidden="true"]') || isElsewhere) return [];
    // The part beside its list has another ground.
    if (isInSidewaysList(element)) return [];
    // unit/pages/hero.test.ts compares a name with the cloth that is behind it.
    if (element.closest('button')?.querySelector('img')) return [];

    // A block within the element can have another ground.
    const nodes = [...element.childNodes].filter(
      ({ nodeType, nodeValue }) =>
        nodeType === Node.TEXT_NODE && nodeValue?.trim(),
    );
    const [firstNode] = nodes;
    const lastNode = nodes.at(-1);
    if (!firstNode || !lastNode) return [];
    const range = document.createRange();
    range.setStartBefore(firstNode);
    range.setEndAfter(lastNode);
    const box = range.getBoundingClientRect();
    const isInFront = (picture: Element) => {
      const other = picture.getBoundingClientRect();
      const isOutside =
        box.left >= other.right ||
        box.right <= other.left ||
        box.top >= other.bottom ||
        box.bottom <= other.top;
      return !isOutside && !hasGroundBefore(element, picture, pixel);
    };
    if (box.width <= 1 || !pictures.some(isInFront)) return [];

    return {
      text,
      color: paint(pixel, color).slice(0, 3),
      // As for gradients, because few pixels have a color of the end.
      minContrast: isLargeText(element) ? 3 : 4,
      box: {
        x: box.x + scrollX,
        y: box.y + scrollY,
        width: box.width,
        height: box.height,
      },
    };
  });
}

function isInSidewaysList(element: Element | null): boolean {
  if (!element) return false;
  const { overflowX } = getComputedStyle(element);
  return (
    /auto|scroll/.test(overflowX) || isInSidewaysList(element.parentElement)
  );
}

/** Whether a background color hides a picture from behind an element. */
function hasGroundBefore(
  element: Element | null,
  picture: Element,
  pixel: OffscreenCanvasRenderingContext2D,
): boolean {
  if (!element || element.contains(picture)) return false;
  const { backgroundColor } = getComputedStyle(element);
  const isOpaque = isRatherOpaque(paint(pixel, backgroundColor));
  return isOpaque || hasGroundBefore(element.parentElement, picture, pixel);
}

/**
 * Returns the elements that show a picture, also as a background. Leaves out pictures of
 * narrow pseudo-elements, because no text is on them.
 */
function listPictures(): Element[] {
  const hasBackground = (element: Element, pseudoElement?: string) => {
    const style = getComputedStyle(element, pseudoElement);
    if (!style.backgroundImage.includes('url(')) return false;
    const isWide = Number.parseFloat(style.width) > element.clientWidth / 2;
    return !pseudoElement || isWide;
  };
  return [...document.body.querySelectorAll('*')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      (element.localName === 'img' ||
        hasBackground(element) ||
        hasBackground(element, '::before') ||
        hasBackground(element, '::after')),
  );
}

/** Returns the colors of the gradient behind an element, if the gradient covers its box. */
function findGradient(
  element: Element | null,
  pixel: OffscreenCanvasRenderingContext2D,
): string[] {
  if (!element) return [];
  const { backgroundImage, backgroundColor, backgroundSize } =
    getComputedStyle(element);
  const layers = backgroundImage.split(/, (?=[a-z-]+-gradient\(|url\()/);
  const sizes = backgroundSize.split(', ');
  for (const [index, layer] of layers.entries()) {
    const colors = listColors(layer);
    const isOpaque = colors.every(
      (color) => (paint(pixel, color)[3] ?? 0) > 254,
    );
    const isWhole = (sizes[index % sizes.length] ?? 'auto') === 'auto';
    if (colors.length === 0 || !isOpaque || !isWhole) continue;
    // Of other gradients, a text may be on a single color.
    return layer.startsWith('linear-gradient') ? colors : [];
  }
  const hasGround = isRatherOpaque(paint(pixel, backgroundColor));
  return hasGround ? [] : findGradient(element.parentElement, pixel);
}

/** Returns a line for each text that fades when it is selected, and each faint caret. */
export function findFaintSelections(): string[] {
  // A selection lasts for a moment, and a caret is no text.
  const minContrast = 2.5;
  const minCaretContrast = 3;
  const pixel = createPixel();
  // Without a color of its own, a selected text keeps its color.
  const root = document.documentElement;
  const rootStyle = getComputedStyle(root, '::selection');
  const isColorSet = rootStyle.color !== getComputedStyle(root).color;

  const problems = new Set<string>();
  for (const shown of listShownTexts()) {
    const { element, text } = shown;
    const ground = describeGround(element, pixel);
    const measure = (color: string, ...colors: string[]) =>
      measureContrast({ ...shown, color }, [ground, ...colors], pixel);

    const { color, backgroundColor } = getComputedStyle(element, '::selection');
    const selectedColor = isColorSet ? color : shown.color;
    const contrast = measure(selectedColor, backgroundColor);
    // Otherwise a picture is behind the text, and the nearest color says nothing.
    const isGroundKnown = measure(shown.color) >= 4.5;
    if (isGroundKnown && contrast < minContrast)
      problems.add(`"${text}" has ${contrast.toFixed(1)} when it is selected`);

    if (!element.matches('input, textarea')) continue;
    const caretContrast = measure(getComputedStyle(element).caretColor);
    if (caretContrast < minCaretContrast)
      problems.add(`the caret of ${text} has ${caretContrast.toFixed(1)}`);
  }
  return [...problems];
}

function describeGround(
  element: Element,
  pixel: OffscreenCanvasRenderingContext2D,
): string {
  return `rgb(${findGround(element, pixel).slice(0, 3)})`;
}

/**
 * Returns a line for each part of the page that prevents something browsers do by
 * default: scrolling by touch or wheel, selecting, copying, cutting, pasting, opening the
 * context menu, or typing a character.
 */
export function findBlockedGestures(): string[] {
  const elements = [...findOpenPart().querySelectorAll<HTMLElement>('*')];
  // The page must not scroll behind the open menu.
  const parts = elements.filter((part) => part.ariaHidden !== 'true');
  const pointerTypes = ['touchmove', 'wheel', 'contextmenu'];
  const textTypes = ['selectstart', 'copy', 'cut', 'paste'];
  const problems = new Set<string>();
  for (const part of parts) {
    const { touchAction } = getComputedStyle(part);
    const isFree =
      /^(auto|manipulation)$/.test(touchAction) ||
      (touchAction.includes('pan-y') && touchAction.includes('pinch-zoom'));
    if (!isFree) problems.add(`${describeControl(part)} blocks touches`);

    if (part.childElementCount > 0) continue;
    const options = { bubbles: true, cancelable: true };
    const events = [
      new KeyboardEvent('keydown', { ...options, key: '/' }),
      ...[...pointerTypes, ...textTypes].map(
        (type) => new Event(type, options),
      ),
    ];
    for (const event of events)
      if (!part.dispatchEvent(event))
        problems.add(`${describeControl(part)} blocks "${event.type}"`);
  }

  for (const { element, text } of listShownTexts())
    if (getComputedStyle(element).userSelect === 'none')
      problems.add(`"${text}" cannot be selected`);
  return [...problems];
}

/** Returns the controls, dialogs and notices that have an edge or a ground of their own. */
export function findDrawnParts(): string[] {
  return listParts().filter(isDrawn).map(describeControl);
}

/** Returns the parts with an edge in forced colors, which remove grounds and shadows. */
export function findEdgedParts(): string[] {
  return listParts().filter(hasEdge).map(describeControl);
}

function listParts(): HTMLElement[] {
  const otherParts =
    '[data-live] > :not(dialog), [data-live] button, dialog[open], [role="alert"]';
  const parts = [
    ...listControls(),
    ...document.querySelectorAll<HTMLElement>(otherParts),
  ];
  return parts.filter(
    (part) =>
      part.checkVisibility({ visibilityProperty: true }) &&
      !part.matches('.skip'),
  );
}

function isDrawn(part: HTMLElement): boolean {
  const { backgroundColor, boxShadow } = getComputedStyle(part);
  return (
    !isTransparent(backgroundColor) || boxShadow !== 'none' || hasEdge(part)
  );
}

function hasEdge(part: HTMLElement): boolean {
  const style = getComputedStyle(part);
  const { borderTopWidth, borderBottomWidth, borderBottomColor } = style;
  // Such a part keeps its ground in forced colors.
  if (style.forcedColorAdjust === 'none') return true;
  const isWide = [borderTopWidth, borderBottomWidth].some(
    (width) => Number.parseFloat(width) > 0,
  );
  return isWide && !isTransparent(borderBottomColor);
}

/** Returns the controls that are too small for a finger, except those in a sentence. */
export function findSmallControls(): string[] {
  const minSize = 43.5;
  // The links of the header are beside each other, and one of them is short.
  const minWidth = 24;
  return listControls(findOpenPart()).flatMap((control) => {
    const isShown = control.checkVisibility({ visibilityProperty: true });
    const isInSentence =
      getComputedStyle(control).display === 'inline' ||
      control.matches('p:not(.actions) > *');
    if (!isShown || isInSentence || control.matches('.skip')) return [];

    const { width, height } = control.getBoundingClientRect();
    const labels = (control as HTMLInputElement).labels ?? [];
    const labelHeights = [...labels].map((label) => label.offsetHeight);
    const targetHeight = Math.max(height, ...labelHeights);
    if (targetHeight >= minSize && width >= minWidth) return [];
    const size = [width, targetHeight].map(Math.round).join(' x ');
    return [`${size} px: ${describeControl(control)}`];
  });
}

/** Returns a line for each printed text of low contrast. The page must emulate paper. */
export function findFaintPrint(): string[] {
  const minContrast = 4.5;
  const pixel = createPixel();

  const problems = new Set<string>();
  for (const shown of listShownTexts()) {
    // Browsers print no backgrounds unless a visitor asks for them.
    for (const grounds of [[], listGrounds(shown.element)]) {
      const contrast = measureContrast(shown, grounds, pixel);
      if (contrast < minContrast)
        problems.add(`"${shown.text}" has ${contrast.toFixed(1)}`);
    }
  }
  return [...problems];
}

/**
 * Returns the decorations on paper that are larger than an icon. They would cost ink and
 * sheets. The page must emulate paper.
 */
export function findPrintedDecorations(): string[] {
  const maxIconSize = 72;
  const selector = '[aria-hidden="true"], img[alt=""]';
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((decoration) => {
      const { width, height } = decoration.getBoundingClientRect();
      const isShown = decoration.checkVisibility({ visibilityProperty: true });
      return isShown && Math.min(width, height) > maxIconSize;
    })
    .map(describeControl);
}

/** Returns the contrast of a text with the colors behind it, on white paper. */
function measureContrast(
  { color, opacity }: ShownText,
  grounds: readonly string[],
  pixel: OffscreenCanvasRenderingContext2D,
): number {
  const groundColor = paint(pixel, 'white', ...grounds);
  const opaqueColor = paint(pixel, 'white', ...grounds, color);

  const textColor = opaqueColor.map(
    (channel, index) =>
      channel * opacity + (groundColor[index] ?? 0) * (1 - opacity),
  );
  return getContrast(textColor, groundColor);
}

/** Returns the colors behind an element, from the page to the element. */
function listGrounds(element: Element | null): string[] {
  if (!element) return [];
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  const stops = listColors(backgroundImage);

  const grounds = listGrounds(element.parentElement);
  return [...grounds, backgroundColor, ...stops];
}

/** Returns the colors in a computed value, such as the stops of a gradient. */
function listColors(value: string): string[] {
  return value.match(/(rgba?|color|oklch|lab)\([^()]*\)/g) ?? [];
}

function getOpacity(element: Element | null): number {
  if (!element) return 1;
  const { opacity } = getComputedStyle(element);
  return Number(opacity) * getOpacity(element.parentElement);
}

/** Returns the shapes of icons that have no paint, or that are not inside of their icon. */
export function findBrokenIcons(): string[] {
  const pixel = createPixel();
  const shapes = document.querySelectorAll<SVGGraphicsElement>('svg > path');
  return [...shapes].flatMap((shape) => {
    // A shape that the page does not show has no box.
    if (!shape.checkVisibility()) return [];
    const { x, y, width, height } = shape.getBBox();
    const { ownerSVGElement } = shape;
    const view = ownerSVGElement?.viewBox.baseVal;
    if (!view || view.width === 0) return [];
    const isInside =
      x >= view.x &&
      y >= view.y &&
      x + width <= view.x + view.width &&
      y + height <= view.y + view.height;

    const { fill, stroke } = getComputedStyle(shape);
    const isPainted = [fill, stroke].some(
      (color) => color !== 'none' && isRatherOpaque(paint(pixel, color)),
    );
    return isInside && isPainted
      ? []
      : [ownerSVGElement.outerHTML.slice(0, 200)];
  });
}

/** Returns the texts that a visitor cannot see before the pointer is on them. */
export function findTransparentTexts(): string[] {
  return listShownTexts()
    .filter(({ opacity }) => opacity < 0.1)
    .filter(({ element }) => !element.closest('[aria-hidden="true"], .skip'))
    .map(({ text }) => text);
}

/**
 * Returns the fields of which the edge contrasts too little with what is around them, so
 * that a visitor does not see where to type.
 */
export function findFaintFields(): string[] {
  const minContrast = 3;
  const pixel = createPixel();
  const selector = 'input:not([type="checkbox"]), select, textarea';
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap(
    (field) => {
      if (!field.checkVisibility({ visibilityProperty: true })) return [];
      const { borderBottomColor, borderBottomStyle, borderBottomWidth } =
        getComputedStyle(field);
      const hasLine =
        borderBottomStyle !== 'none' && borderBottomWidth !== '0px';
      const ground = findGround(field.parentElement, pixel);
      const groundColor = `rgb(${ground.slice(0, 3)})`;
      const line = paint(pixel, groundColor, borderBottomColor);
      const contrast = hasLine ? getContrast(line, ground) : 1;
      return contrast < minContrast
        ? [`${describeControl(field)} has ${contrast.toFixed(1)}`]
        : [];
    },
  );
}

/**
 * Returns the controls for which the Tab key moves the focus back: to the left in the same
 * line, or up in the same column. Leaves out notices, the skip link and the step between
 * the header and the page, because these have a place of their own in the window.
 */
export function findDisorderedControls(): string[] {
  const controls = listControls(findOpenPart()).filter(
    (control) =>
      control.tabIndex >= 0 &&
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.closest(
        '.skip, [aria-hidden="true"], [data-live] > :not(dialog)',
      ),
  );
  return controls.slice(1).flatMap((control, index) => {
    const previous = controls[index];
    if (previous?.closest('header') !== control.closest('header')) return [];
    const [box] = control.getClientRects();
    const boxBefore = [...(previous?.getClientRects() ?? [])].at(-1);
    if (!box || !boxBefore) return [];

    const isInLine =
      box.top < boxBefore.bottom - 4 && boxBefore.top < box.bottom - 4;
    const isInColumn = box.left < boxBefore.right && boxBefore.left < box.right;
    const isBefore =
      (isInLine && box.right <= boxBefore.left + 1) ||
      (isInColumn && box.bottom <= boxBefore.top + 1);
    return isBefore ? [describeControl(control)] : [];
  });
}

/** Returns the controls that a visitor cannot see before the pointer is on them. */
export function findHiddenControls(): string[] {
  const isHidden = (control: HTMLElement) => {
    const negligibleSize = 8;
    const { width, height } = control.getBoundingClientRect();
    const isVisible = control.checkVisibility({
      visibilityProperty: true,
      opacityProperty: true,
    });
    return !isVisible || Math.min(width, height) <= negligibleSize;
  };

  return (
    listControls()
      .filter((control) => !isInClosedContainer(control))
      // The skip link shows when it has the focus. The menu's backdrop has no color.
      .filter((control) => !control.matches('.skip, [aria-hidden="true"]'))
      .filter((control) => control.checkVisibility() && isHidden(control))
      .map(describeControl)
  );
}

/**
 * Returns a line for each control that does not get a tap on its middle, or a fifth of
 * its width to the left or right of it. A pseudo-element, a drawing or the invisible
 * part of a notice can cover a control that a visitor sees.
 */
export function findCoveredControls(): string[] {
  const problems: string[] = [];
  for (const control of listControls(findOpenPart())) {
    const isShown = control.checkVisibility({ visibilityProperty: true });
    // The skip link is above the window until it has the focus.
    if (!isShown || control.matches('.skip, :disabled')) continue;

    control.scrollIntoView({ block: 'center', inline: 'center' });
    // A link in a sentence can have a box on each of two lines.
    const [box] = control.getClientRects();
    if (!box) continue;

    const { left, width, top, height } = box;
    const targets = [0.3, 0.5, 0.7].map((share) =>
      document.elementFromPoint(left + share * width, top + height / 2),
    );
    const other = targets.find((target) => !isReachedByTap(control, target));
    if (other !== undefined)
      problems.push(
        `${describeControl(control)} is under ${other?.outerHTML.slice(0, 120)}`,
      );
  }
  scrollTo(0, 0);
  return problems;
}

/** Returns the headings, notices and controls that a visitor sees. */
export function findShownElements(): string[] {
  const controls = listControls(findOpenPart()).filter((control) =>
    control.checkVisibility({
      visibilityProperty: true,
      opacityProperty: true,
    }),
  );
  return [...listHeadingsAndNotices(), ...controls].map(describeControl);
}

/**
 * Returns a line for each heading and notice of which a visitor cannot see a line of
 * text, because something covers it, or because it is outside of the window.
 */
export function findCoveredTexts(): string[] {
  const problems = listHeadingsAndNotices().flatMap((element) => {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    return listTextLines(element).flatMap(({ left, right, top, bottom }) => {
      const targets = [left + 2, (left + right) / 2, right - 2].map((x) =>
        document.elementFromPoint(x, (top + bottom) / 2),
      );
      const other = targets.find((target) => !element.contains(target));
      if (other === undefined) return [];
      const cover = other?.outerHTML.slice(0, 120) ?? 'the edge of the window';
      return [`${describeControl(element)} is under ${cover}`];
    });
  });
  scrollTo(0, 0);
  return problems;
}

function isReachedByTap(control: HTMLElement, target: Element | null): boolean {
  const label = target?.closest('label');
  return control.contains(target) || label?.control === control;
}

/** Returns what a visitor can use now: an open dialog or menu, or the page. */
function findOpenPart(): ParentNode {
  return document.querySelector('dialog:modal, :popover-open') ?? document;
}

/** Whether a closed menu, dialog or disclosure hides a control on purpose. */
function isInClosedContainer(control: HTMLElement): boolean {
  const closed =
    'dialog:not([open], :popover-open), [popover]:not(:popover-open), details:not([open])';
  const container = control.parentElement?.closest(closed);
  const isOwnSummary =
    control.localName === 'summary' && container === control.parentElement;
  return Boolean(container) && !isOwnSummary;
}

/**
 * Returns the controls that a visitor can reach. A visitor can open a menu, a dialog or
 * a disclosure.
 */
export function findReachableControls(): string[] {
  const closable = 'dialog, [popover], details, noscript';
  return listControls()
    .filter((control) => control.checkVisibility() || control.closest(closable))
    .map(describeControl);
}

/** Returns all controls but those of notices, which show one at a time. */
export function findAllControls(): string[] {
  return listControls()
    .filter((control) => !control.closest('[data-live]'))
    .map(describeControl);
}

/**
 * Returns a line for each text with our color on the system's ground, or vice versa. The
 * page must emulate forced colors.
 */
export function findMixedColors(): string[] {
  const systemColors = readSystemColors();
  const describeOwner = (isSystem: boolean) =>
    isSystem ? "the system's" : 'ours';

  return [...listShownTexts(), ...listIcons()].flatMap(
    ({ text, element, color }) => {
      const { forcedColorAdjust } = getComputedStyle(element);
      // The browser forces the colors of texts, but not those of the shapes of an SVG.
      const isForced =
        forcedColorAdjust !== 'none' && !(element instanceof SVGElement);
      const isSystemText = isForced || systemColors.has(color);
      const isSystemGround = hasSystemGround(element, systemColors);
      if (isSystemText === isSystemGround) return [];
      return `"${text}": the text is ${describeOwner(isSystemText)}, its ground is ${describeOwner(isSystemGround)}`;
    },
  );
}

/** Returns each shape of an icon that is the only sign of a control. */
function listIcons(): ShownText[] {
  return listControls()
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter(({ textContent }) => textContent.trim() === '')
    .flatMap((control) => [...control.querySelectorAll('svg > path')])
    .map((element) => {
      const { fill, stroke } = getComputedStyle(element);
      const text = element.outerHTML.slice(0, 60);
      const color = stroke === 'none' ? fill : stroke;
      return { text, element, color, opacity: getOpacity(element) };
    });
}

/** Returns the computed values of CSS's system colors. */
function readSystemColors(): Set<string> {
  const names = [
    'Canvas',
    'CanvasText',
    'LinkText',
    'VisitedText',
    'ActiveText',
    'ButtonFace',
    'ButtonText',
    'ButtonBorder',
    'Field',
    'FieldText',
    'Highlight',
    'HighlightText',
    'GrayText',
    'Mark',
    'MarkText',
    'SelectedItem',
    'SelectedItemText',
    'AccentColor',
    'AccentColorText',
  ];

  const probe = document.body.appendChild(document.createElement('i'));
  const colors = names.map((name) => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return new Set(colors);
}

/** Returns whether the ground behind an element is the system's. */
function hasSystemGround(
  element: Element | null,
  systemColors: ReadonlySet<string>,
): boolean {
  if (!element) return true;

  const { forcedColorAdjust, backgroundColor, backgroundImage } =
    getComputedStyle(element);
  const isOurs = forcedColorAdjust === 'none';
  if (isOurs && backgroundImage.includes('gradient')) return false;

  if (isTransparent(backgroundColor))
    return hasSystemGround(element.parentElement, systemColors);
  return !isOurs || systemColors.has(backgroundColor);
}

/** Whether a computed color is transparent, such as `rgba(0, 0, 0, 0)`. */
function isTransparent(color: string): boolean {
  return /^rgba\(.*, 0\)$|\/ 0\)$/.test(color);
}

function listControls(root: ParentNode = document): HTMLElement[] {
  // A scrollable part has the tabindex 0.
  const selector =
    'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  return [...root.querySelectorAll<HTMLElement>(selector)];
}

/** Returns the visible headings and notices of what a visitor can use now. */
function listHeadingsAndNotices(): HTMLElement[] {
  const selector = 'h1, h2, h3, [data-live] p, [role="alert"], [role="status"]';
  return [...findOpenPart().querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      !element.closest('.visually-hidden') &&
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
      }),
  );
}

/** Returns the box of each line of an element's text. */
function listTextLines(element: HTMLElement): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(element);
  const minSize = 4;
  return [...range.getClientRects()].filter(
    ({ width, height }) => Math.min(width, height) > minSize,
  );
}

/** Returns the start of the control's HTML. */
function describeControl(control: HTMLElement): string {
  return control.outerHTML.slice(0, 120);
}

/** Returns each text that the page shows, shortened, also those of fields. */
function listShownTexts(): ShownText[] {
  const texts: ShownText[] = [];
  const add = (text: string, element: Element, pseudoElement?: string) => {
    const style = getComputedStyle(element, pseudoElement);
    // It overrules the color of the text, and is the same unless a rule sets it.
    const { webkitTextFillColor: color, opacity } = style;
    const ownOpacity = pseudoElement ? Number(opacity) : 1;
    const wholeOpacity = ownOpacity * getOpacity(element);
    texts.push({ text, element, color, opacity: wholeOpacity });
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    const text = textContent?.trim().slice(0, 40);
    if (!text || !element?.checkVisibility({ visibilityProperty: true }))
      continue;

    const isForEyes = !element.closest(
      '.visually-hidden, script, style, noscript',
    );
    if (isForEyes) add(text, element);
  }

  const fields = document.querySelectorAll<HTMLInputElement>(
    'input:not([type="checkbox"]), select, textarea',
  );
  for (const field of fields) {
    if (!field.checkVisibility({ visibilityProperty: true })) continue;
    add(`the text of #${field.id}`, field);
    if (field.placeholder) add(field.placeholder, field, '::placeholder');
  }
  return texts;
}

/** Creates a canvas of one pixel, which turns a CSS color into numbers. */
function createPixel(): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  return context;
}

/** Paints colors over each other. Returns the red, green, blue and alpha of the result. */
function paint(
  pixel: OffscreenCanvasRenderingContext2D,
  ...colors: string[]
): number[] {
  pixel.clearRect(0, 0, 1, 1);
  for (const color of colors) {
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
  }
  return [...pixel.getImageData(0, 0, 1, 1).data];
}

function isRatherOpaque([, , , alpha = 0]: number[]): boolean {
  return alpha >= 128;
}

/** Returns the contrast of two colors as WCAG defines it. */
export function getContrast(color: number[], otherColor: number[]): number {
  const [darker = 0, lighter = 0] = [color, otherColor]
    .map(getLuminance)
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the relative luminance of a color as WCAG defines it. */
function getLuminance(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const intensity = channel / 255;
    return intensity <= 0.04045
      ? intensity / 12.92
      : ((intensity + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
