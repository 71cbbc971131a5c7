#!/usr/bin/env -S node --max-semi-space-size=4
// A small young generation: it would grow by 30 MB that nothing needs, and is no slower for it.
import { statSync } from 'node:fs';

const url = (path) => new URL(path, import.meta.url);
const timeOf = (path) => statSync(url(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const bundled = timeOf('../dist/bundle/main.js');
// Whatever was compiled after the bundle was made is not in it.
const compiled = Math.max(timeOf('../tsconfig.tsbuildinfo'), timeOf('../../contract/tsconfig.tsbuildinfo'));
if (bundled > compiled) await import(url('../dist/bundle/main.js').href);
else if (timeOf('../dist/main.js') > 0) await import(url('../dist/main.js').href);
else {
  console.error('Latchkey is not built yet. Run: npm run build');
  process.exit(1);
}
