import type { Page } from 'playwright/test';

// The functions with a name that starts with `find` run in the page, so they cannot
// use variables of this module. Each returns a line for each problem.

/** Returns the controls without a visible ring when the keyboard focuses them. */
export async function findMissingRings(page: Page): Promise<string[]> {
  // Browsers show the ring of a focus by script only after a key press.
  await page.keyboard.press('Shift');
  return page.evaluate(findRingless);
}

function findRingless(): string[] {
  const root =
    document.querySelector('dialog:modal, :popover-open') ?? document;
  const selector =
    'a[href], button, input, select, textarea, summary, [tabindex="0"]';

  const controls = [...root.querySelectorAll<HTMLElement>(selector)].filter(
    (control) =>
      control.tabIndex >= 0 &&
      !control.matches(':disabled') &&
      control.checkVisibility({ visibilityProperty: true }),
  );

  if (controls.length === 0) return ['The page has no control'];

  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });

  const readColor = (color: string) => {
    if (!context) throw new Error('No canvas');
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };

  const getLuminance = (color: number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045
        ? share / 12.92
        : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const findGround = (element: Element | null): number[] => {
    if (!element) return readColor('Canvas');
    const color = readColor(getComputedStyle(element).backgroundColor);
    return (color[3] ?? 0) > 127 ? color : findGround(element.parentElement);
  };

  const problems: string[] = [];
  for (const control of controls) {
    control.focus();
    if (document.activeElement !== control) continue;

    const label =
      control.getAttribute('aria-label') ?? control.textContent ?? '';
    const shortLabel = label.trim().slice(0, 40) || control.id;
    const name = `${control.localName} "${shortLabel}"`;

    const style = getComputedStyle(control);
    const ringWidth = Number.parseFloat(style.outlineWidth);
    if (style.outlineStyle === 'none' || ringWidth < 2) {
      problems.push(`${name} has no ring`);
      continue;
    }

    const ring = readColor(style.outlineColor);
    // The ring is around the control if its offset is not negative.
    const isOutside = Number.parseFloat(style.outlineOffset) >= 0;
    const ground = findGround(isOutside ? control.parentElement : control);
    const [darker = 0, lighter = 0] = [ring, ground]
      .map(getLuminance)
      .sort((a, b) => a - b);

    const contrast = (lighter + 0.05) / (darker + 0.05);
    if ((ring[3] ?? 0) < 128 || contrast < 3)
      problems.push(`${name} has a ring of contrast ${contrast.toFixed(1)}`);
  }

  (document.activeElement as HTMLElement | null)?.blur();
  return problems;
}

/** Returns printed texts with a contrast below 4.5. The page must emulate paper. */
export function findFaintPrint(): string[] {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');

  /** Paints colors over white paper. */
  const paint = (...colors: string[]) => {
    context.fillStyle = 'white';
    context.fillRect(0, 0, 1, 1);
    for (const color of colors) {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data];
  };

  const getLuminance = (color: number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045
        ? share / 12.92
        : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const getContrast = (text: number[], ground: number[]) => {
    const [darker = 0, lighter = 0] = [text, ground]
      .map(getLuminance)
      .sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };

  /** Lists the colors behind an element, from the page to the element. */
  const listGrounds = (element: Element | null): string[] => {
    if (!element) return [];
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const stops = backgroundImage.match(/(rgba?|color|oklch|lab)\([^()]*\)/g);

    const grounds = listGrounds(element.parentElement);
    return [...grounds, backgroundColor, ...(stops ?? [])];
  };

  const getOpacity = (element: Element | null): number =>
    element
      ? Number(getComputedStyle(element).opacity) *
        getOpacity(element.parentElement)
      : 1;

  const problems: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);

  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (!text || !element?.checkVisibility({ visibilityProperty: true }))
      continue;
    if (element.closest('.visually-hidden, script, style, noscript')) continue;

    const { color } = getComputedStyle(element);
    const opacity = getOpacity(element);
    // Browsers print no backgrounds unless a visitor asks for them.
    for (const ground of [[], listGrounds(element)]) {
      const groundColor = paint(...ground);
      const textColor = paint(...ground, color).map(
        (channel, index) =>
          channel * opacity + (groundColor[index] ?? 0) * (1 - opacity),
      );
      const contrast = getContrast(textColor, groundColor);
      if (contrast < 4.5)
        problems.push(`"${text.slice(0, 40)}" has ${contrast.toFixed(1)}`);
    }
  }
  return [...new Set(problems)];
}

/** Returns the controls that a visitor cannot see before the pointer is on them. */
export function findHiddenControls(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    ),
  ];

  /** A closed menu, dialog or disclosure hides its controls on purpose. */
  const isInClosedContainer = (control: HTMLElement) => {
    const closed = 'dialog:not([open]), [popover], details:not([open])';
    const container = control.parentElement?.closest(closed);
    const isOwnSummary =
      control.localName === 'summary' && container === control.parentElement;
    return Boolean(container) && !isOwnSummary;
  };

  const isHidden = (control: HTMLElement) => {
    const { width, height } = control.getBoundingClientRect();
    const isVisible = control.checkVisibility({
      visibilityProperty: true,
      opacityProperty: true,
    });
    return !isVisible || width <= 8 || height <= 8;
  };

  return (
    controls
      .filter((control) => !isInClosedContainer(control))
      // The skip link shows when it has the focus. The menu's backdrop has no color.
      .filter((control) => !control.matches('.skip, [aria-hidden="true"]'))
      .filter((control) => control.checkVisibility() && isHidden(control))
      .map((control) => control.outerHTML.slice(0, 120))
  );
}

/** Returns the texts of the controls that the page shows. */
export function findShownControls(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary',
  );
  const closed = 'dialog, [popover], details, noscript';
  return [...controls]
    .filter((control) => control.checkVisibility() || control.closest(closed))
    .map((control) => control.outerHTML.slice(0, 120));
}

/** Returns the texts whose color is ours and whose ground is the system's, or vice versa. */
export function findMixedColors(): string[] {
  const probe = document.body.appendChild(document.createElement('i'));
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
  const systemColors = new Set(
    names.map((name) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    }),
  );

  probe.remove();
  const isTransparent = (color: string) =>
    /, 0\)$|\/ 0\)$|^transparent$/.test(color);

  /** Returns whether the ground behind an element is the system's. */
  const hasSystemGround = (element: Element | null): boolean => {
    if (!element) return true;

    const style = getComputedStyle(element);
    const isOurs = style.forcedColorAdjust === 'none';
    const hasImage = /gradient/.test(style.backgroundImage);
    if (isOurs && hasImage) return false;
    if (isTransparent(style.backgroundColor))
      return hasSystemGround(element.parentElement);
    return !isOurs || systemColors.has(style.backgroundColor);
  };

  const problems: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (!text || !element?.checkVisibility({ visibilityProperty: true }))
      continue;
    if (element.closest('.visually-hidden, script, style, noscript')) continue;

    const { color, forcedColorAdjust } = getComputedStyle(element);
    const hasSystemColor =
      forcedColorAdjust !== 'none' || systemColors.has(color);

    const isSystemGround = hasSystemGround(element);
    if (hasSystemColor === isSystemGround) continue;

    const textOwner = hasSystemColor ? "the system's" : 'ours';
    const groundOwner = isSystemGround ? "the system's" : 'ours';
    problems.push(
      `"${text.slice(0, 40)}": the text is ${textOwner}, its ground is ${groundOwner}`,
    );
  }

  return problems;
}
