import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url));

/** The usual choice: our pages, built with Vite's defaults. */
export default defineConfig({
  root: here('.'),
  envDir: false,
  publicDir: here('../../../public'),
  define: {
    __HAS_ANALYTICS__: 'false',
    // It has no worker to register.
    'import.meta.env.VITE_WORKER': '"off"',
  },
  plugins: [react()],
});
