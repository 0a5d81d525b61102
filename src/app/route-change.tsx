import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import {
  type Location,
  useLocation,
  useNavigationType,
} from 'react-router-dom';
import { focusHeading } from '../components/focus-heading.ts';
import { siteUrl } from '../env.ts';
import {
  addToEntryState,
  copyEntryState,
  historyStateOf,
  rememberEntryState,
} from '../forms/history-state.ts';
import { findRoute, notFound } from '../routes.ts';

const positionsKey = 'pear-scroll-positions';
/** Scroll positions of this tab's history entries, by the entries' keys. */
const positions = readPositions();
/** Whether the browser has animated a swipe back or forward itself. */
let isAnimatedByBrowser = false;
let isListening = false;

/** Does on a route change what browsers do on a page load. */
export function RouteChange({ location }: { location: Location }) {
  const { key, pathname, hash, state } = location;
  const type = useNavigationType();
  const latest = useLocation();
  const { open } = historyStateOf({ state });
  const handledKey = useRef(key);
  const renderedKey = useRef(key);

  // Runs once although StrictMode repeats effects; the listeners always stay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the start
  useEffect(() => {
    if (isListening) return;
    isListening = true;
    leaveReloadsToBrowser(handledKey.current);
    // Open answers make the page taller than when the browser restored its scroll.
    if (openDisclosures(open)) scrollTo(0, positions.get(key) ?? 0);
    const recordPosition = () => positions.set(renderedKey.current, scrollY);
    addEventListener('scroll', recordPosition, { passive: true });
    addEventListener('pagehide', storePositions);
    const record = () => recordDisclosures(renderedKey.current);
    record();
    document.addEventListener('toggle', record, true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it changes
  useInsertionEffect(rememberEntryState, [latest]);
  // An insertion effect, because a shorter page scrolls during the DOM's update.
  useInsertionEffect(() => {
    renderedKey.current = key;
  }, [key]);
  useLayoutEffect(() => {
    if (handledKey.current === key) return;
    handledKey.current = key;
    // A link to the page that is already shown keeps its answers open.
    if (type !== 'POP') recordDisclosures(key);
    updateHead(pathname);
    focusHeading();
    if (type === 'POP') openDisclosures(open);
    scrollTo(0, (type === 'POP' && positions.get(key)) || 0);
    if (type !== 'POP' && hash) {
      document.getElementById(hash.slice(1))?.scrollIntoView();
    }
    if (type !== 'POP' || !isAnimatedByBrowser) fadeIn();
  }, [key, pathname, hash, type, open]);

  return null;
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(positionsKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Stores the positions for Back and Forward after a reload. */
function storePositions(): void {
  // The browser restores the scroll after the reload itself.
  history.scrollRestoration = 'auto';
  try {
    sessionStorage.setItem(positionsKey, JSON.stringify([...positions]));
  } catch {
    // If storage is full or forbidden, pages start at their top.
  }
}

/** Must run before the router listens to `popstate`, to change the state it reads. */
export function prepareForPopState(): void {
  addEventListener('popstate', handlePopState);
}

function handlePopState(event: PopStateEvent): void {
  isAnimatedByBrowser = event.hasUAVisualTransition;
  // The router gives each entry a state, so only the hash has changed here. Page,
  // form and focus stay, and the browser scrolls to the target.
  if (event.state !== null) return;
  copyEntryState();
  const focused = document.activeElement as HTMLElement | null;
  const restoreFocus = () => {
    if (document.activeElement !== document.body) return;
    focused?.focus({ preventScroll: true });
  };
  addEventListener('hashchange', restoreFocus, { once: true });
}

function disclosures(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>('main details')];
}

/** Stores the open disclosures in the history entry, if it is the current one. */
function recordDisclosures(key: string): void {
  const all = disclosures();
  if (all.length === 0 || (history.state?.key ?? 'default') !== key) return;
  addToEntryState({ open: all.flatMap(({ open }, i) => (open ? i : [])) });
}

/** Returns whether any disclosure had to be opened. */
function openDisclosures(open: readonly number[] = []): boolean {
  const closed = disclosures().filter((d, i) => !d.open && open.includes(i));
  for (const disclosure of closed) disclosure.open = true;
  return closed.length > 0;
}

/**
 * Not a view transition, because pages ignore clicks while it runs:
 * https://github.com/w3c/csswg-drafts/issues/11596
 */
function fadeIn(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const timing = { duration: 200, easing: 'ease-out' };
  document.getElementById('main')?.animate({ opacity: [0, 1] }, timing);
}

/** Restores the scroll on route changes only; on reloads the browser does. */
function leaveReloadsToBrowser(key: string): void {
  // Back after a reload can load an entry that a route change left at 'manual'.
  if (history.scrollRestoration === 'manual') {
    scrollTo(0, positions.get(key) ?? 0);
  }
  const setManual = () => {
    history.scrollRestoration = 'manual';
  };
  setManual();
  // `pagehide` has set 'auto' on a page in the back-forward cache.
  addEventListener('pageshow', setManual);
}

/** Search engines read the head, which is prerendered for the first page only. */
function updateHead(pathname: string): void {
  const route = findRoute(pathname) ?? notFound;
  document.title = route.title;
  const { head } = document;
  head.querySelector('link[rel="canonical"], meta[name="robots"]')?.remove();
  const isMissing = route === notFound;
  const tag = document.createElement(isMissing ? 'meta' : 'link');
  const attributes = isMissing
    ? { name: 'robots', content: 'noindex' }
    : { rel: 'canonical', href: siteUrl + route.path };
  head.append(Object.assign(tag, attributes));
}
