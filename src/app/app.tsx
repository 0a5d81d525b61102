import {
  type MouseEvent,
  use,
  useDeferredValue,
  useEffect,
  ViewTransition,
} from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { endEarlyInput } from '../boot/early-input.ts';
import { Dispensable } from '../components/dispensable.tsx';
import { skip } from '../content/navigation.ts';
import { notFound, routes } from '../routes.ts';
import { AfterLoad } from './after-load.tsx';
import { ChunkErrorBoundary } from './chunk-error.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { loadedPage, loadPage } from './load-page.ts';
import { RouteChange } from './route-change.tsx';

/** The frame of every page: header, the route's page, footer. */
export function App() {
  useEffect(endEarlyInput, []);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without a script it leads there */}
      <a className="skip" href="#main" onClick={skipToMain}>
        {skip}
      </a>
      <Header />
      <Main />
      <Footer />
      <Dispensable>
        <AfterLoad />
      </Dispensable>
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

/** The page at this address; the one before stays until its code is loaded. */
function Main() {
  const shown = useDeferredValue(useLocation());
  return (
    <>
      <ViewTransition default="page">
        <main id="main">
          <Routes location={shown}>
            {routes.map(({ path, page }) => (
              <Route key={path} path={path} element={<Screen page={page} />} />
            ))}
            <Route path="*" element={<Screen page={notFound.page} />} />
          </Routes>
        </main>
      </ViewTransition>
      <RouteChange location={shown} />
    </>
  );
}

function Screen({ page }: { page: string }) {
  return (
    <ChunkErrorBoundary key={page} page={page}>
      <Loaded page={page} />
    </ChunkErrorBoundary>
  );
}

function Loaded({ page }: { page: string }) {
  const { Page } = loadedPage(page) ?? use(loadPage(page));
  return <Page />;
}
