import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useNavigationType } from 'react-router-dom';
import { focusHeading } from '../components/focus-heading.ts';
import { siteUrl } from '../env.ts';
import { historyStateOf } from '../forms/history-state.ts';
import { findRoute, notFound } from '../routes.ts';

const positionsKey = 'pear-scroll-positions';
/** Where this tab's history entries were scrolled to, by their keys. */
const scrolled = new Map<string, number>(readPositions());
let isWatching = false;

/** Does on a route change what browsers do on a page load. */
export function RouteChange({ location }: { location: Location }) {
  const { key, pathname, hash, state } = location;
  const type = useNavigationType();
  const endsEdit = historyStateOf({ state }).ended !== undefined;
  const shown = useRef(key);
  const rendered = useRef(key);

  // Once, because it lasts as long as the document; StrictMode calls twice.
  useEffect(() => {
    if (isWatching) return;
    isWatching = true;
    leaveReloadsToTheBrowser(shown.current);
    addEventListener('popstate', noteBrowsersTransition);
    const remember = () => scrolled.set(rendered.current, scrollY);
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', keepPositions);
  }, []);
  // In step with the document: a shorter page moves the scroll at once, and
  // in a view transition the layout effect comes later than that.
  useInsertionEffect(() => {
    rendered.current = key;
  }, [key]);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    const left = scrolled.get(shown.current) ?? 0;
    shown.current = key;
    // The form stays on the page (see submission-form.tsx).
    if (type === 'REPLACE' && endsEdit) {
      scrolled.set(key, left);
      return;
    }
    if (type !== 'POP') delete document.documentElement.dataset.animated;
    updateHead(pathname);
    focusHeading();
    const top = type === 'POP' ? scrolled.get(key) : 0;
    scrollTo(0, top ?? 0);
    if (type !== 'POP' && hash) {
      document.getElementById(hash.slice(1))?.scrollIntoView();
    }
    fadeFrom(left);
  }, [key, pathname, hash, type, endsEdit]);

  return null;
}

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(positionsKey) ?? '[]');
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

/** A swipe back has shown the page already: it is not faded in once more. */
function noteBrowsersTransition(event: PopStateEvent): void {
  const { dataset } = document.documentElement;
  if (event.hasUAVisualTransition) dataset.animated = '';
  else delete dataset.animated;
}

/** The page that fades out stays where it was while the new one scrolls. */
function fadeFrom(left: number): void {
  const { style } = document.documentElement;
  style.setProperty('--page-left', `${left}px`);
  style.setProperty('--page-shift', `${scrollY - left}px`);
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
