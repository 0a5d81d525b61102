import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../../app/app.tsx';
import { loadPage, type PageModule } from '../../app/load-page.ts';
import type { Route } from '../../routes.ts';

export async function render({ path, page }: Route): Promise<string> {
  // No code is missing here, so nothing can fail to load.
  const firstPage = (await loadPage(page)) as PageModule;
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App firstPage={firstPage} />
    </StaticRouter>,
  );
  return new Response(prelude).text();
}
