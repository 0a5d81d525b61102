import {
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { ChunkFailure } from '../async/load-chunk.ts';
import { endEarlyInput } from '../boot/early-input.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { findRoute, notFound, type Route } from '../routes.ts';
import { AfterLoad } from './after-load.tsx';
import { ChunkError } from './chunk-error.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { forgetFailures, loadPage, retryPage } from './load-page.ts';
import { RouteChange } from './route-change.tsx';
import { SkipLink } from './skip-link.tsx';

export function App() {
  // After the form's own, with no moment between in which both listen.
  useLayoutEffect(endEarlyInput, []);
  return (
    <>
      <SkipLink />
      <Header />
      <Main />
      <Footer />
      {/* Screen readers read a region that was there before its text. */}
      <div role="status" className="visually-hidden" data-region />
      <ErrorBoundary>
        <AfterLoad />
      </ErrorBoundary>
    </>
  );
}

/** The page at this address; the one before stays until its code is loaded. */
function Main() {
  const shown = useDeferredValue(useLocation());
  const route = findRoute(shown.pathname) ?? notFound;
  return (
    <>
      <main id="main">
        <Screen key={route.path} route={route} location={shown} />
      </main>
      <RouteChange location={shown} />
    </>
  );
}

/**
 * The page, or why its code did not come: no error boundary shows that, since
 * React logs what is thrown, at times as an error of its own.
 */
function Screen({ route, location }: { route: Route; location: Location }) {
  const { page, form } = route;
  const [tries, setTries] = useState(0);
  useEffect(() => forgetFailures(page), [page]);
  useEffect(() => {
    if (tries) focusHeading();
  }, [tries]);
  const loaded = use(loadPage(page, true));
  if (!(loaded instanceof ChunkFailure)) {
    return <loaded.Page form={form} location={location} />;
  }
  const retry = async () => {
    await retryPage(page);
    setTries(tries + 1);
  };
  return <ChunkError failure={loaded} onRetry={retry} />;
}
