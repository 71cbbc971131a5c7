// Fails when the login page would load more script than it may. It is part of the entry, so that the entry and what it
// imports is all of it; compressed as gzip.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const limitBytes = 150_000;
const dist = new URL('dist/', import.meta.url);
const read = (file) => readFileSync(new URL(file, dist));
const manifest = JSON.parse(read('.vite/manifest.json').toString());

const files = new Set(['color-scheme.js']);
const visit = (key) => {
  const { file, imports = [] } = manifest[key];
  if (files.has(file)) return;
  files.add(file);
  imports.forEach(visit);
};
visit('index.html');

const sizes = [...files].map((file) => ({ file, bytes: gzipSync(read(file), { level: 9 }).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
console.log(
  `The login page loads ${(total / 1000).toFixed(1)} kB of script (gzip), at most ${limitBytes / 1000} kB.`,
);
if (total > limitBytes) {
  for (const { file, bytes } of sizes) console.error(`${String(bytes).padStart(8)}  ${file}`);
  process.exit(1);
}
