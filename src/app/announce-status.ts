/** Milliseconds that an announcement stays before the next one replaces it. */
const shortest = 1000;
/** Milliseconds that the last one stays; later it would be found as old news. */
const longest = 7000;

const waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let isHeld = false;

/** Announces a change that the view does not announce itself. */
export function announceStatus(text: string): void {
  if (!waiting.includes(text)) waiting.push(text);
  if (!isHeld) showNext();
}

/**
 * Writes past React, which renders the page's region and the dialog's empty. A
 * modal dialog hides the page's region, so the text is in the dialog's then.
 */
function showNext(): void {
  clearTimeout(timer);
  const [page, dialog] = document.querySelectorAll('[data-region]');
  const text = waiting.shift() ?? '';
  if (page) page.textContent = dialog ? '' : text;
  if (dialog) dialog.textContent = text;
  isHeld = text !== '';
  if (isHeld) timer = setTimeout(release, shortest);
}

function release(): void {
  isHeld = false;
  if (waiting.length > 0) showNext();
  else timer = setTimeout(showNext, longest - shortest);
}
