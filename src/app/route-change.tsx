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
/** Where this tab's history entries were scrolled to, by their keys. */
const scrolled = new Map<string, number>(readPositions());
/** The browser itself has shown the page, as the visitor swiped back. */
let isShownByBrowser = false;
let isWatching = false;

/** Does on a route change what browsers do on a page load. */
export function RouteChange({ location }: { location: Location }) {
  const { key, pathname, hash, state } = location;
  const type = useNavigationType();
  const latest = useLocation();
  const { open } = historyStateOf({ state });
  const shown = useRef(key);
  const rendered = useRef(key);

  // Once, because it lasts as long as the document; StrictMode calls twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the start
  useEffect(() => {
    if (isWatching) return;
    isWatching = true;
    leaveReloadsToTheBrowser(shown.current);
    // The browser has restored the scroll of a page whose answers were closed.
    if (openDisclosures(open)) scrollTo(0, scrolled.get(key) ?? 0);
    const remember = () => scrolled.set(rendered.current, scrollY);
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', keepPositions);
    const record = () => recordDisclosures(rendered.current);
    record();
    document.addEventListener('toggle', record, true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it changes
  useInsertionEffect(rememberEntryState, [latest]);
  // In step with the document: a shorter page moves the scroll at once.
  useInsertionEffect(() => {
    rendered.current = key;
  }, [key]);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    // Another visit of the page that was shown already may keep what is open.
    if (type !== 'POP') recordDisclosures(key);
    updateHead(pathname);
    focusHeading();
    if (type === 'POP') openDisclosures(open);
    const top = type === 'POP' ? scrolled.get(key) : 0;
    scrollTo(0, top ?? 0);
    if (type !== 'POP' && hash) {
      document.getElementById(hash.slice(1))?.scrollIntoView();
    }
    if (type !== 'POP' || !isShownByBrowser) fadeIn();
  }, [key, pathname, hash, type, open]);

  return null;
}

function readPositions(): [string, number][] {
  try {
    const found = JSON.parse(sessionStorage.getItem(positionsKey) ?? '[]');
    return found.filter(
      (one: unknown) => Array.isArray(one) && Number.isFinite(one[1]),
    );
  } catch {
    return [];
  }
}

/** For Back and Forward after a reload, which the browser restores itself. */
function keepPositions(): void {
  history.scrollRestoration = 'auto';
  try {
    sessionStorage.setItem(positionsKey, JSON.stringify([...scrolled]));
  } catch {
    // Storage may be full or forbidden: then pages begin at their top.
  }
}

/** To be called before the router listens, which reads what this changes. */
export function prepareForPopState(): void {
  addEventListener('popstate', handlePopState);
}

function handlePopState(event: PopStateEvent): void {
  isShownByBrowser = event.hasUAVisualTransition;
  // Entries of the router have a state. Without one the hash alone has changed:
  // page, form and focus stay, and the browser scrolls to the target.
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

/** Stores which are open with the history entry of that key, if it is shown. */
function recordDisclosures(key: string): void {
  const all = disclosures();
  if (all.length === 0 || (history.state?.key ?? 'default') !== key) return;
  addToEntryState({
    open: all.flatMap((one, index) => (one.open ? index : [])),
  });
}

/** Returns whether there were any to open. */
function openDisclosures(open: readonly number[] = []): boolean {
  const closed = disclosures().filter(
    (one, index) => !one.open && open.includes(index),
  );
  for (const one of closed) one.open = true;
  return closed.length > 0;
}

/**
 * A view transition would look the same, but it swallows each press on the page
 * while it runs: https://github.com/w3c/csswg-drafts/issues/11596
 */
function fadeIn(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const timing = { duration: 200, easing: 'ease-out' };
  document.getElementById('main')?.animate({ opacity: [0, 1] }, timing);
}

/**
 * On route changes we restore the scroll, on reloads the browser does. One case
 * is left: Back after a reload, to an entry that was left by a route change,
 * loads a page that is still set to 'manual'. There we scroll as well.
 */
function leaveReloadsToTheBrowser(key: string): void {
  if (history.scrollRestoration === 'manual') {
    scrollTo(0, scrolled.get(key) ?? 0);
  }
  const take = () => {
    history.scrollRestoration = 'manual';
  };
  take();
  // Back may bring back the whole document.
  addEventListener('pageshow', take);
}

/** The static head is the first page's. What search engines read follows the route. */
function updateHead(pathname: string): void {
  const route = findRoute(pathname) ?? notFound;
  document.title = route.title;
  const { head } = document;
  head.querySelector('link[rel="canonical"], meta[name="robots"]')?.remove();
  const tag = document.createElement(route === notFound ? 'meta' : 'link');
  const names =
    route === notFound
      ? { name: 'robots', content: 'noindex' }
      : { rel: 'canonical', href: siteUrl + route.path };
  head.append(Object.assign(tag, names));
}
