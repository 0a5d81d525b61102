import {
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { findRoute } from '../addresses.ts';
import { ChunkFailure } from '../async/load-chunk.ts';
import { endEarlyInput } from '../boot/early-input.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { notFoundRoute, type Route } from '../routes.ts';
import { ChunkError } from './chunk-error.tsx';
import { DeferredNotices } from './deferred-notices.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { forgetFailures, loadPage, retryPage } from './load-page.ts';
import { RouteChange } from './route-change.tsx';
import { SkipLink } from './skip-link.tsx';

export function App() {
  // The forms' layout effects run before this effect, and adopt all early input.
  useLayoutEffect(endEarlyInput, []);
  return (
    <>
      <SkipLink />
      <Header />
      <Main />
      <Footer />
      {/* Screen readers announce changes only in a region that exists already. */}
      <div role="status" className="visually-hidden" data-region />
      <ErrorBoundary>
        <DeferredNotices />
      </ErrorBoundary>
    </>
  );
}

type Props = { route: Route; location: Location };

/** Keeps showing the previous page until the code of the next page has loaded. */
function Main() {
  const location = useDeferredValue(useLocation());
  const route = findRoute(location.pathname) ?? notFoundRoute;
  return (
    <>
      <main id="main">
        <PageOrFailure key={route.path} route={route} location={location} />
      </main>
      <RouteChange location={location} />
    </>
  );
}

/**
 * Shows a chunk's failure without an error boundary, because React logs every
 * error that a boundary catches.
 */
function PageOrFailure({ route: { page, form }, location }: Props) {
  const [tries, setTries] = useState(0);
  useEffect(() => forgetFailures(page), [page]);
  useEffect(() => {
    if (tries) focusHeading();
  }, [tries]);
  const loadResult = use(loadPage(page, true));
  if (!(loadResult instanceof ChunkFailure)) {
    return <loadResult.Page form={form} location={location} />;
  }
  const retryLoad = async () => {
    await retryPage(page);
    setTries(tries + 1);
  };
  return <ChunkError failure={loadResult} onRetry={retryLoad} />;
}
