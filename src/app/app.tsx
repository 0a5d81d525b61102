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
  // Layout effects of the forms run earlier in the same task, so no input is lost.
  useLayoutEffect(endEarlyInput, []);
  return (
    <>
      <SkipLink />
      <Header />
      <Main />
      <Footer />
      {/* Screen readers announce only changes of a region that existed before. */}
      <div role="status" className="visually-hidden" data-region />
      <ErrorBoundary>
        <AfterLoad />
      </ErrorBoundary>
    </>
  );
}

/** Keeps the previous page until the code of the next page has loaded. */
function Main() {
  const shown = useDeferredValue(useLocation());
  const route = findRoute(shown.pathname) ?? notFound;
  return (
    <>
      <main id="main">
        <PageOrFailure key={route.path} route={route} location={shown} />
      </main>
      <RouteChange location={shown} />
    </>
  );
}

/**
 * Shows a chunk's failure without an error boundary, because React logs every
 * error that a boundary catches.
 */
function PageOrFailure({
  route,
  location,
}: {
  route: Route;
  location: Location;
}) {
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
