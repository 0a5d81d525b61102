import { type ReactNode, use, useEffect, ViewTransition } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Background } from './background.tsx';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { endHydration, hydrationTook } from './pace.ts';
import { loadPage } from './pages.ts';
import { RouteChange } from './route-change.tsx';
import { notFound, routes } from './routes.ts';

/** The frame of every page: header, the route's page, footer. */
export function App() {
  useEffect(endHydration, []);
  useEffect(replayEarlySubmit, []);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <Fade>
        <main id="main">
          <Routes>
            {routes.map(({ path, page }) => (
              <Route key={path} path={path} element={<Screen page={page} />} />
            ))}
            <Route path="*" element={<Screen page={notFound.page} />} />
          </Routes>
        </main>
      </Fade>
      <Footer />
      <RouteChange />
      <Background />
    </>
  );
}

/**
 * Pages cross-fade. To take the picture of the old one costs a slow phone
 * several times what the new page itself does; there it is left out.
 */
function Fade({ children }: { children: ReactNode }) {
  useLocation();
  const fades = hydrationTook() < 100;
  return (
    <ViewTransition default={fades ? 'page' : 'none'}>
      {children}
    </ViewTransition>
  );
}

function Screen({ page }: { page: string }) {
  return (
    <ChunkBoundary key={page}>
      <Loaded page={page} />
    </ChunkBoundary>
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
