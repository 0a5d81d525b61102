import './styles/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { loadPage } from './pages.ts';
import { findRoute, notFound } from './routes.ts';

const { pathname, search, hash } = location;
const route = findRoute(pathname);

if (route && route.path !== pathname) {
  // Hosting redirects the usual spellings; any other landed on the 404 page.
  location.replace(route.path + search + hash);
} else {
  void start(route ?? notFound);
}

async function start({ page }: { page: string }): Promise<void> {
  await loadPage(page);
  const root = document.getElementById('root') as HTMLElement;
  const app = (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  );
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
