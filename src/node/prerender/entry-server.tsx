import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../../app/app.tsx';

/** Returns the markup of the page at a path, as the browser will hydrate it. */
export async function render(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  );
  return new Response(prelude).text();
}
