import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { findRoute } from '../addresses.ts';
import { ChunkFailure } from '../async/script-files.ts';
import { removeEarlyListeners } from '../boot/early-events.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { notFoundRoute } from '../routes.ts';
import { ChunkError } from './chunk-error.tsx';
import { DeferredNotices } from './deferred-notices.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { loadPage, type PageModule } from './load-page.ts';
import { RouteChange } from './route-change.tsx';
import { SkipLink } from './skip-link.tsx';

interface Props {
  /** The page of the first location. */
  firstPage: PageModule;
}

export function App({ firstPage }: Props) {
  // The forms' layout effects run before this effect, and adopt all early input.
  useLayoutEffect(removeEarlyListeners, []);
  return (
    <>
      <SkipLink />
      <Header />
      <Main firstPage={firstPage} />
      <Footer />
      {/* Screen readers announce changes only in a region that exists already. */}
      <div role="status" className="visually-hidden" data-region />
      <ErrorBoundary>
        <DeferredNotices />
      </ErrorBoundary>
    </>
  );
}

/** What `Main` shows: a page at a location, or why its code cannot be loaded. */
interface View {
  location: Location;
  page: PageModule | ChunkFailure;
  isRetried?: boolean;
}

/** Keeps showing the previous page until the code of the next page has loaded. */
function Main({ firstPage }: Props) {
  const location = useLocation();
  const [view, setView] = useState<View>({ location, page: firstPage });
  const { page } = view;
  const { path, form } = getRoute(view.location);

  useEffect(() => {
    if (location === view.location) return;

    let isWanted = true;
    const showNext = async () => {
      const nextPage = await loadPage(getRoute(location).page);
      // The visitor may have followed another link meanwhile.
      if (!isWanted) return;

      if (nextPage instanceof ChunkFailure && nextPage.kind === 'missing')
        followAsPageLoad(nextPage);
      else startTransition(() => setView({ location, page: nextPage }));
    };
    void showNext();
    return () => {
      isWanted = false;
    };
  }, [location, view.location]);

  useEffect(() => {
    if (view.isRetried) focusHeading();
  }, [view]);

  const retry = async () => {
    const { page: name } = getRoute(view.location);
    const retriedView = {
      ...view,
      page: await loadPage(name),
      isRetried: true,
    };
    setView((latest) => (latest === view ? retriedView : latest));
  };

  return (
    <>
      <main id="main">
        {page instanceof ChunkFailure ? (
          // No error boundary, because React logs every error that a boundary catches.
          <ChunkError key={path} failure={page} onRetry={retry} />
        ) : (
          <page.Page key={path} formName={form} location={view.location} />
        )}
      </main>
      <RouteChange location={view.location} />
    </>
  );
}

const getRoute = ({ pathname }: Location) =>
  findRoute(pathname) ?? notFoundRoute;

/**
 * Loads the document of the address that the visitor has opened. A release has deleted
 * the page's code, and the document brings the code of the new release.
 */
function followAsPageLoad(failure: ChunkFailure): void {
  console.error(failure.message);
  location.reload();
}
