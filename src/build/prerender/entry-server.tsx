import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../../app/app.tsx';

export async function render(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  );
  return new Response(prelude).text();
}
