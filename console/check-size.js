// Fails when the login page would load more script and texts than it may. The page is part of the entry, so that the entry
// and what it imports is all of its script; the texts are those of the largest catalog. Compressed as the
// build does it.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const limitBytes = 150_000;
const dist = new URL('dist/', import.meta.url);
const read = (file) => readFileSync(new URL(file, dist));
const sizeOf = (content) => gzipSync(content, { level: 9, memLevel: 7 }).length;
const manifest = JSON.parse(read('.vite/manifest.json').toString());

const files = new Set(['head.js']);
const visit = (key) => {
  const { file, imports = [] } = manifest[key];
  if (files.has(file)) return;
  files.add(file);
  imports.forEach(visit);
};
visit('index.html');
const scripts = [...files].map((file) => ({ name: file, bytes: sizeOf(read(file)) }));

const locales = new URL('../contract/dist/locales/', import.meta.url);
const catalogs = readdirSync(locales, { recursive: true })
  .filter((file) => /^[\w-]+[\\/]sign-in\.js$/.test(file))
  .map(async (file) => {
    const { messages } = await import(new URL(file, locales));
    return { name: `texts: ${file}`, bytes: sizeOf(JSON.stringify(messages)) };
  });
const [catalog] = (await Promise.all(catalogs)).toSorted((a, b) => b.bytes - a.bytes);
if (!catalog) throw new Error('there are no texts: run `tsc -b` first');

const sum = (sizes) => sizes.reduce((total, { bytes }) => total + bytes, 0);
const inKilobytes = (bytes) => (bytes / 1000).toFixed(1);
const total = sum([...scripts, catalog]);
console.log(
  `The login page loads ${inKilobytes(sum(scripts))} kB of script and at most ${inKilobytes(catalog.bytes)} kB of texts ` +
    `(gzip), together at most ${limitBytes / 1000} kB.`,
);
if (total > limitBytes) {
  for (const { name, bytes } of [...scripts, catalog]) console.error(`${String(bytes).padStart(8)}  ${name}`);
  process.exit(1);
}
