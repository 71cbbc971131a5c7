// Puts the compiled service and what it needs from npm into a few files: several hundred take twice as long to load.
// They lie two folders below the package, as the compiled files do that look for others beside it.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const dist = fileURLToPath(new URL('../server/dist/', import.meta.url));
const dir = `${dist}bundle`;

const bundle = await rolldown({
  input: `${dist}main.js`,
  platform: 'node',
  // What is machine code, finds its own files, or isn't for production.
  external: [/^@node-rs\//, '@latchkey/embedded-postgres', 'pino-pretty'],
  logLevel: 'warn',
});
rmSync(dir, { recursive: true, force: true });
await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
await bundle.close();
