import './styles/base.css';
import './styles/print.css';
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { ChunkError } from './app/chunk-error.tsx';
import { keepInstallOffer } from './app/install-prompt.ts';
import { loadOnIntent, loadPage, retryPage } from './app/load-page.ts';
import { RootErrorBoundary } from './app/root-error-boundary.tsx';
import { prepareForPopState } from './app/route-change.tsx';
import { ChunkFailure } from './async/load-chunk.ts';
import { isProduction } from './env.ts';
import { decodePath, findAddress, findRoute, notFound } from './routes.ts';

// From here on all of a page is laid out: its height is final (see base.css).
document.documentElement.dataset.started = '';
keepInstallOffer();
loadOnIntent();
prepareForPopState();

const { pathname, search, hash } = location;
const address = findAddress(location);

if (address && address !== pathname + search) {
  // Hosting redirects the usual spellings; any other landed on the 404 page.
  location.replace(address + hash);
} else {
  if (!address) tidyAddress();
  void start(findRoute(pathname) ?? notFound);
}

/** The router takes the first of two slashes for a host's, and warns of `/%`. */
function tidyAddress(): void {
  let tidy = pathname.replace(/^\/+/, '/');
  if (decodePath(tidy) === undefined) tidy = tidy.replaceAll('%', '%25');
  if (tidy === pathname) return;
  history.replaceState(history.state, '', tidy + search + hash);
}

async function start({ page }: { page: string }): Promise<void> {
  const loaded = await loadPage(page);
  if (loaded instanceof ChunkFailure) return showFailure(loaded, page);
  const root = document.getElementById('root') as HTMLElement;
  const tree = (
    // What waits for a page's code, and what does not, is for Main to say.
    <RootErrorBoundary root={root}>
      <BrowserRouter useTransitions={false}>
        <App />
      </BrowserRouter>
    </RootErrorBoundary>
  );
  const app = isProduction ? tree : <StrictMode>{tree}</StrictMode>;
  if (!root.firstElementChild) return createRoot(root).render(app);
  const hydrate = () => void hydrateRoot(root, app);
  // Else React would render all anew: the field being typed in would go.
  if (document.undoPageChanges?.()) flushSync(hydrate);
  // As a transition it is done in slices: a touch need not wait for its end.
  else startTransition(hydrate);
}

/** The static page stays readable; the failure is shown below it. */
function showFailure(failure: ChunkFailure, page: string): void {
  const place = document.body.appendChild(document.createElement('div'));
  const below = createRoot(place);
  const retry = async () => {
    await retryPage(page);
    // A second press must not start the app twice.
    if (!place.isConnected) return;
    below.unmount();
    place.remove();
    void start({ page });
  };
  below.render(<ChunkError failure={failure} onRetry={retry} />);
}
