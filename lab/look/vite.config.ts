import { defineConfig } from 'vite';
import console from '../../console/vite.config.ts';

/** As the console is built, so that the page has the same styles. */
export default defineConfig({
  ...console,
  root: import.meta.dirname,
  base: './',
  build: { target: 'baseline-widely-available', outDir: '../../.lab/look/page', emptyOutDir: true },
});
