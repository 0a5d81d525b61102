import { build } from 'vite';
import { markBuilt, markStale } from './freshness.ts';

/** `npm run build` writes `dist/`, whether or not it is fresh. */
export async function main(): Promise<void> {
  markStale();
  // The loader of this program has set it for development.
  process.env.NODE_ENV = 'production';
  await build();
  markBuilt();
}
