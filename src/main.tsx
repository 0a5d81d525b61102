import './styles/base.css';
import './styles/print.css';
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { findDestination, repairPath } from './addresses.ts';
import { App } from './app/app.tsx';
import { ChunkError } from './app/chunk-error.tsx';
import { listenForInstallOffer } from './app/install-prompt.ts';
import { loadOnIntent, loadPage, type PageModule } from './app/load-page.ts';
import { RootErrorBoundary } from './app/root-error-boundary.tsx';
import { prepareForPopState } from './app/route-change.tsx';
import { ChunkFailure } from './async/script-files.ts';
import { hasEarlyListeners, setScriptsAvailable } from './boot/early-events.ts';
import { showCrash } from './boot/show-failure.ts';
import { isProduction } from './env.ts';
import { notFoundRoute, type Route } from './routes.ts';

/** Milliseconds in which React must take over the page after its code has loaded. */
const startTimeout = 8000;

listenForInstallOffer();
loadOnIntent();
prepareForPopState();

openAddress();

function openAddress(): void {
  const { pathname, search, hash } = location;
  const destination = findDestination(location);
  switch (destination.kind) {
    case 'page':
      start(destination.route).catch(showCrash);
      break;
    case 'redirect':
      // On the 404 page, redirects misspelled addresses that Hosting does not redirect.
      location.replace(destination.address + hash);
      break;
    case 'file':
    case 'unknown': {
      const path = repairPath(pathname);
      if (path !== pathname)
        history.replaceState(history.state, '', path + search + hash);
      start(notFoundRoute).catch(showCrash);
      break;
    }
    default:
      destination satisfies never;
  }
}

async function start(route: Route): Promise<void> {
  const firstPage = await loadFirstPage(route.page);

  // React reports no event if it fails outside of the components.
  setTimeout(() => {
    if (hasEarlyListeners())
      showCrash(new Error('React has not taken over the page'));
  }, startTimeout);

  const root = document.getElementById('root') as HTMLElement;
  const element = (
    <RootErrorBoundary root={root}>
      {/* The router must start no transitions, because `Main` defers the new page. */}
      <BrowserRouter useTransitions={false}>
        <App firstPage={firstPage} />
      </BrowserRouter>
    </RootErrorBoundary>
  );
  const app = isProduction ? element : <StrictMode>{element}</StrictMode>;
  if (!root.firstElementChild) return createRoot(root).render(app);
  const hydrate = () => void hydrateRoot(root, app);
  // Hydrates before extensions change the page again. Otherwise React would render
  // the page from scratch, and replace the field in which the visitor is typing.
  if (document.undoPageChanges?.()) flushSync(hydrate);
  // A transition hydrates in slices, so the browser handles input between them.
  else startTransition(hydrate);
}

async function loadFirstPage(name: string): Promise<PageModule> {
  let page = await loadPage(name);
  while (page instanceof ChunkFailure) {
    page = await showFailure(page, () => loadPage(name));
  }
  return page;
}

/**
 * Shows the failure below the static page, which stays readable. When the visitor
 * tries again, calls `retry`, and resolves with its result.
 */
async function showFailure<T>(
  failure: ChunkFailure,
  retry: () => Promise<T>,
): Promise<T> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  // A form must not stay busy, because a file that throws never loads.
  setScriptsAvailable(false);

  await new Promise<void>((handleRetry) => {
    root.render(<ChunkError failure={failure} onRetry={handleRetry} />);
  });
  const result = await retry();

  setScriptsAvailable(true);
  root.unmount();
  container.remove();
  return result;
}
