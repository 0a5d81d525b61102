import {
  type MouseEvent,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
  ViewTransition,
} from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { skip } from '../content/navigation.ts';
import { findRoute, notFound, routes } from '../routes.ts';
import { AfterLoad } from './after-load.tsx';
import { ChunkErrorBoundary } from './chunk-error.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { isLoaded, loadPage } from './load-page.ts';
import { endHydration, hydrationTook } from './pace.ts';
import { RouteChange } from './route-change.tsx';

/** The frame of every page: header, the route's page, footer. */
export function App() {
  useEffect(endHydration, []);
  useEffect(replayEarlySubmit, []);
  return (
    <>
      <a className="skip" href="#main" onClick={skipToMain}>
        {skip}
      </a>
      <Header />
      <Main />
      <Footer />
      <AfterLoad />
    </>
  );
}

/**
 * Leaves the address as it is: to the router a new hash is a step back in the
 * history, to the top of the first page, and it would end an edit.
 */
function skipToMain(event: MouseEvent): void {
  const main = document.getElementById('main');
  if (!main) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.focus();
}

/**
 * The page of the address; the last one stays until the code of the next is
 * here. Where taking the last one's picture would cost more than drawing the
 * next one, pages do not cross-fade: what is here already is shown at once.
 */
function Main() {
  const location = useLocation();
  const later = useDeferredValue(location);
  const fades = hydrationTook() < 100;
  const { page } = findRoute(location.pathname) ?? notFound;
  const shown = !fades && isLoaded(page) ? location : later;
  // The deferred render, which follows in any case, is to find nothing new.
  const screens = useMemo(
    () => (
      <main id="main">
        <Routes location={shown}>
          {routes.map(({ path, page }) => (
            <Route key={path} path={path} element={<Screen page={page} />} />
          ))}
          <Route path="*" element={<Screen page={notFound.page} />} />
        </Routes>
      </main>
    ),
    [shown],
  );
  return (
    <>
      <ViewTransition default={fades ? 'page' : 'none'}>
        {screens}
      </ViewTransition>
      <RouteChange location={shown} />
    </>
  );
}

function Screen({ page }: { page: string }) {
  return (
    <ChunkErrorBoundary key={page}>
      <Loaded page={page} />
    </ChunkErrorBoundary>
  );
}

function Loaded({ page }: { page: string }) {
  const { Page } = use(loadPage(page));
  return <Page />;
}

interface EarlySubmit extends Document {
  early?: HTMLFormElement;
}

/**
 * A form sent before the page was ready: index.html has kept it for us. From
 * here on the form itself hears what is typed and sent.
 */
function replayEarlySubmit(): void {
  document.onsubmit = null;
  document.oninput = null;
  (document as EarlySubmit).early?.requestSubmit();
  delete (document as EarlySubmit).early;
}
