import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The font of the first words on the screen is asked for with the page, not once its styles are read. */
function preloadFont(): Plugin {
  return {
    name: 'latchkey-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
        if (!font) throw new Error('the console has lost its font');
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Compressed once, here, and not by the service on each request. */
function precompress(): Plugin {
  return {
    name: 'latchkey-precompress',
    apply: 'build',
    // Once written: the bundler fills in the names of chunks at the very end.
    writeBundle({ dir }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!dir || !/^assets\/.*\.(js|css)$/.test(fileName)) continue;
        const file = join(dir, fileName);
        const source = readFileSync(file);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
        writeFileSync(`${file}.br`, brotliCompressSync(source, { params }));
        // Smaller blocks, each with codes of its own: scripts come out smaller than with memLevel 8.
        writeFileSync(`${file}.gz`, gzipSync(source, { level: 9, memLevel: 7 }));
      }
    },
  };
}

/**
 * What several pages before the sign-in share. Consent and device are left out: they alone need the contract's schemas.
 * Whether a component is missing here shows in the number of files that check-size.js allows.
 */
const sharedBySignIn = new RegExp(
  [
    String.raw`[\\/]src[\\/]sign-in[\\/](?!consent|scopes)`,
    String.raw`[\\/](SimpleGrid|List|PinInput|Skeleton|SegmentedControl|NativeSelect|Code|VisuallyHidden)[\\/]`,
    String.raw`[\\/](FloatingIndicator|create-safe-context|get-sorted-breakpoints|get-parsed-combobox-data)\b`,
    String.raw`[\\/](get-env|use-loaded|unbroken|limits|to-int|code-form|useLocation|name-fields|dates|full-name)\.`,
  ].join('|'),
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont(), precompress()],
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    // In the entry, the list of what each page imports would be 2.5 kB. A page's own chunk names it, a round trip later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, imported, { hostType }) =>
        hostType === 'js' ? imported.filter((file) => file.endsWith('.css')) : imported,
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Few files, each with what the same pages need: a file per shared module would be 56 for the dashboard alone.
      output: {
        codeSplitting: {
          groups: [
            // What the login page needs is one file: split, it would compress worse and load later.
            { name: 'base', tags: ['$initial'], priority: 1 },
            { name: 'icons', test: /@tabler/ },
            { name: 'sign-in', test: sharedBySignIn, minShareCount: 2 },
            { name: 'console', minShareCount: 6 },
          ],
        },
      },
    },
  },
});
