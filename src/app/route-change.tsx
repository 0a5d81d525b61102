import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useNavigationType } from 'react-router-dom';
import { siteUrl } from '../env.ts';
import { findRoute, notFound } from '../routes.ts';

const scrolled = new Map<string, number>();

/** Does on a route change what browsers do on a page load. */
export function RouteChange({
  location: { key, pathname, hash, state },
}: {
  /** Of the page that is shown. */
  location: Location;
}) {
  const type = useNavigationType();
  // Its form stays as it is: see use-editing.ts.
  const endsEdit = Boolean((state as { edited?: string } | null)?.edited);
  const shown = useRef(key);
  const drawn = useRef(key);

  useEffect(leaveReloadsToTheBrowser, []);
  useEffect(() => rememberScroll(drawn), []);
  // In step with the document: a shorter page moves the scroll at once, and
  // in a view transition the layout effect comes later than that.
  useInsertionEffect(() => {
    drawn.current = key;
  }, [key]);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    const left = scrolled.get(shown.current) ?? 0;
    shown.current = key;
    if (type === 'REPLACE' && endsEdit) {
      scrolled.set(key, left);
      return;
    }
    updateHead(pathname);
    focusHeading();
    if (type === 'POP') scrollTo(0, scrolled.get(key) ?? 0);
    else scrollToTarget(hash);
    fadeFrom(left);
  }, [key, pathname, hash, type, endsEdit]);

  return null;
}

function rememberScroll(drawn: { current: string }): () => void {
  const remember = () => scrolled.set(drawn.current, scrollY);
  addEventListener('scroll', remember, { passive: true });
  return () => removeEventListener('scroll', remember);
}

/** The page that fades out stays where it was while the new one scrolls. */
function fadeFrom(left: number): void {
  const { style } = document.documentElement;
  style.setProperty('--page-left', `${left}px`);
  style.setProperty('--page-shift', `${scrollY - left}px`);
}

/** Within the site the pages are ours to scroll, across reloads they are not. */
function leaveReloadsToTheBrowser(): () => void {
  history.scrollRestoration = 'manual';
  const giveBack = () => {
    history.scrollRestoration = 'auto';
  };
  addEventListener('pagehide', giveBack);
  return () => removeEventListener('pagehide', giveBack);
}

function scrollToTarget(hash: string): void {
  const target = hash && document.getElementById(hash.slice(1));
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
}

/** So that a screen reader announces the new page. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The static head is the first page's; these two follow the route. */
function updateHead(pathname: string): void {
  const route = findRoute(pathname) ?? notFound;
  document.title = route.title;
  // Only the static 404 page has it, and we have left that.
  document.querySelector('meta[name="robots"]')?.remove();
  document
    .querySelector('link[rel="canonical"]')
    ?.setAttribute('href', siteUrl + route.path);
}
