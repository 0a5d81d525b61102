import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import {
  type Location,
  useLocation,
  useNavigationType,
} from 'react-router-dom';
import { findRoute } from '../addresses.ts';
import { focusHeading } from '../components/focus-heading.ts';
import {
  addToEntryState,
  copyStateToNewEntry,
  readState,
  rememberEntryState,
} from '../forms/history-state.ts';
import { notFoundRoute } from '../routes.ts';
import { updateHead } from './update-head.ts';

const storageKey = 'pear-scroll-positions';
/** Scroll positions of this tab's history entries, by the entries' keys. */
const positions = readPositions();
/** Whether the browser has animated a swipe back or forward itself. */
let isAnimatedByBrowser = false;
let isListening = false;
/** In milliseconds. WebKit blurs the focused element shortly before `popstate`. */
const maxBlurAge = 100;
/** Says which element has lost the focus last, and when. */
let lastBlur: FocusEvent | undefined;

/** Does what a page load does: scrolls, moves the focus, updates the head, fades in. */
export function RouteChange({ location }: { location: Location }) {
  const { key, pathname, hash, state } = location;
  const type = useNavigationType();
  const latestLocation = useLocation();
  const { open } = readState({ state });
  const handledKey = useRef(key);
  const renderedKey = useRef(key);

  // StrictMode runs effects twice, but the listeners are added once and never removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only at the start
  useEffect(() => {
    if (isListening) return;
    isListening = true;

    setUpScrollRestoration(handledKey.current);
    // Opened disclosures make the page taller, so restore the position again.
    if (openDisclosures(open)) scrollTo(0, positions.get(key) ?? 0);

    const recordScroll = () => positions.set(renderedKey.current, scrollY);
    addEventListener('scroll', recordScroll, { passive: true });
    addEventListener('pagehide', storePositions);

    const handleToggle = () => recordOpenDisclosures(renderedKey.current);
    handleToggle();
    document.addEventListener('toggle', handleToggle, true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each navigation
  useInsertionEffect(rememberEntryState, [latestLocation]);

  // Runs before the scroll event that the browser fires if the new page is shorter.
  useInsertionEffect(() => {
    renderedKey.current = key;
  }, [key]);

  useLayoutEffect(() => {
    if (handledKey.current === key) return;
    handledKey.current = key;

    const isBackOrForward = type === 'POP';
    // A link to this page adds a history entry and keeps disclosures open, so record those.
    if (!isBackOrForward) recordOpenDisclosures(key);
    void updateHead(findRoute(pathname) ?? notFoundRoute);
    focusHeading();

    if (isBackOrForward) {
      openDisclosures(open);
      scrollTo(0, positions.get(key) ?? 0);
    } else {
      scrollTo(0, 0);
      if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    }

    if (!isBackOrForward || !isAnimatedByBrowser) fadeIn();
  }, [key, pathname, hash, type, open]);

  return null;
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Stores the scroll positions, so that Back and Forward restore them after a reload. */
function storePositions(): void {
  // After a reload the browser itself restores the scroll position.
  history.scrollRestoration = 'auto';
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
  } catch {
    // If storage is full or forbidden, pages start at their top.
  }
}

/** Listens before the router does, whose `popstate` listener reads the entry's state. */
export function prepareForPopState(): void {
  addEventListener('popstate', handlePopState);
  document.addEventListener('focusout', (event) => {
    lastBlur = event;
  });
}

function handlePopState(event: PopStateEvent): void {
  isAnimatedByBrowser = event.hasUAVisualTransition;
  // The router sets a state on each entry. Without a state, only the hash has changed:
  // page, form and focus stay, and the browser scrolls to the target.
  if (event.state !== null) return;

  copyStateToNewEntry();
  const element = findFocusedElement(event.timeStamp);
  const restoreFocus = () => {
    if (document.activeElement !== document.body) return;
    (element as HTMLElement | null)?.focus({ preventScroll: true });
  };
  addEventListener('hashchange', restoreFocus, { once: true });
}

/** Returns the element that has the focus, or that has lost it just before this time. */
function findFocusedElement(time: number): EventTarget | null {
  const { activeElement, body } = document;
  if (activeElement !== body || !lastBlur) return activeElement;

  const isRecent = time - lastBlur.timeStamp < maxBlurAge;
  return isRecent ? lastBlur.target : activeElement;
}

function findDisclosures(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>('main details')];
}

/** Stores the open disclosures in the history entry. */
function recordOpenDisclosures(key: string): void {
  const disclosures = findDisclosures();
  if (disclosures.length === 0) return;

  const indexes = disclosures.flatMap(({ open }, index) => (open ? index : []));
  addToEntryState(key, { open: indexes });
}

/** Opens the disclosures with these indexes. Returns whether it has opened any. */
function openDisclosures(indexes: readonly number[] = []): boolean {
  const closedDisclosures = findDisclosures().filter(
    ({ open }, index) => !open && indexes.includes(index),
  );
  for (const disclosure of closedDisclosures) disclosure.open = true;
  return closedDisclosures.length > 0;
}

/**
 * Fades the page in without a view transition, because pages ignore clicks during one:
 * https://github.com/w3c/csswg-drafts/issues/11596
 */
function fadeIn(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // As `--quick` in tokens.css.
  const timing = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
  document.getElementById('main')?.animate({ opacity: [0, 1] }, timing);
}

/** Lets the browser restore the scroll position on reloads, not on route changes. */
function setUpScrollRestoration(key: string): void {
  // After a reload, Back can load an entry whose scrollRestoration is still 'manual'.
  if (history.scrollRestoration === 'manual') {
    scrollTo(0, positions.get(key) ?? 0);
  }
  const setManualRestoration = () => {
    history.scrollRestoration = 'manual';
  };
  setManualRestoration();
  // Undoes `storePositions` if the page returns from the back-forward cache.
  addEventListener('pageshow', setManualRestoration);
}
