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

const mantineCss = '@mantine/core/styles.layer.css';

/** In one file for all pages: what only some of these use would take each of them a request. */
const first =
  'default-css-variables baseline global UnstyledButton Input Code Combobox FloatingIndicator Grid List PinInput Progress SegmentedControl SimpleGrid Skeleton VisuallyHidden'.split(
    ' ',
  );

/** Of Mantine's other styles, a page loads those of the components that it uses, with their scripts. */
function stylesByComponent(): Plugin {
  const all = '\0latchkey-mantine.css.js';
  const importOf = (name: string) => `import '@mantine/core/styles/${name}.layer.css';\n`;
  return {
    name: 'latchkey-styles-by-component',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === mantineCss ? all : undefined),
    load: (id) => (id === all ? first.map(importOf).join('') : undefined),
    transform(code, id) {
      const [, name] = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id.replaceAll('\\', '/')) ?? [];
      return name && !first.includes(name) ? { code: importOf(name) + code, map: null } : undefined;
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
    // All of the icons are 4 kB.
    '@tabler',
    String.raw`[\\/]src[\\/]sign-in[\\/](?!consent|scopes)`,
    String.raw`[\\/](SimpleGrid|List|PinInput|Progress|Skeleton|SegmentedControl|NativeSelect|Code|VisuallyHidden)[\\/]`,
    String.raw`[\\/](FloatingIndicator|create-safe-context|get-sorted-breakpoints|get-parsed-combobox-data)\b`,
    String.raw`[\\/](get-env|use-loaded|unbroken|limits|to-int|code-form|useLocation|name-fields|dates|full-name|new-password)\.`,
  ].join('|'),
);

/** What belongs to receivers of events: few pages show one. */
const receivers = /[\\/]src[\\/]receivers[\\/]|[\\/]event-types\./;

/** What pages about one user, one organization and the log share. */
const history = /[\\/](user-history|audit-\w+|email-\w+|sessions-card)\.|[\\/]Grid[\\/]/;

/** Shared, and yet not on most pages of the console. */
const seldom = new RegExp(
  `scopes|-shapes|MultiSelect|TagsInput|Pill|use-pills-reorder|${receivers.source}|` +
    String.raw`[\\/]src[\\/](webhooks|destinations|hooks|team-roles|organization-keys|policies|applications|single-sign-on)[\\/]|` +
    String.raw`[\\/](audit-\w+|email-\w+|Tabs\w*|Switch\w*)\.`,
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), stylesByComponent(), preloadFont(), precompress()],
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
            { name: 'sign-in', test: sharedBySignIn, minShareCount: 2 },
            { name: 'schemas', test: /[\\/]zod[\\/]|[\\/]contract[\\/].*[\\/](fields|pagination)\./ },
            // Scopes are all that consent would take from here.
            { name: 'console', test: (id) => !seldom.test(id), minShareCount: 3 },
            { name: 'tags', test: /MultiSelect|TagsInput|Pill|use-pills-reorder/ },
            { name: 'receivers', test: receivers, minShareCount: 2 },
            { name: 'history', test: history, minShareCount: 2 },
            { name: 'shell', test: /[\\/]src[\\/]shell[\\/]/ },
          ],
        },
      },
    },
  },
});
