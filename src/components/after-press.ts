/** Milliseconds after the release in which the browser dispatches the click. */
const clickTimeout = 500;

let isPressing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let isListening = false;
let waitingCalls: (() => void)[] = [];

/**
 * Runs the work now, or after the press that is under way. A press on a button begins
 * with a blur of the field before. If that blur moved the button away from the pointer,
 * the browser would dispatch no click.
 */
export function runAfterPress(work: () => void): void {
  if (isPressing) waitingCalls.push(work);
  else work();
}

/** Watches the presses in this page, from now on. */
export function watchPresses(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('pointerdown', beginPress, true);
  // The click follows the release, and touch screens dispatch it some time later.
  addEventListener('pointerup', () => endPressAfter(clickTimeout), true);
  addEventListener('click', () => endPressAfter(0), true);
  addEventListener('pointercancel', () => endPressAfter(0), true);
}

function beginPress({ button }: PointerEvent): void {
  // A context menu may hide the release of other buttons.
  if (button !== 0) return;
  clearTimeout(timer);
  isPressing = true;
}

function endPressAfter(delay: number): void {
  clearTimeout(timer);
  // Even without a delay, handlers of the click run first.
  timer = setTimeout(endPress, delay);
}

function endPress(): void {
  isPressing = false;
  const calls = waitingCalls;
  waitingCalls = [];
  for (const run of calls) run();
}
