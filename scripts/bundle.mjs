// Bundles the compiled service and its npm dependencies into a few files: several hundred take twice as long to load.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { externals } from './externals.mjs';

const dist = fileURLToPath(new URL('../server/dist/', import.meta.url));
const dir = `${dist}bundle`;

const bundle = await rolldown({
  input: `${dist}cli/main.js`,
  platform: 'node',
  external: externals,
  logLevel: 'warn',
});
rmSync(dir, { recursive: true, force: true });
await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
await bundle.close();
