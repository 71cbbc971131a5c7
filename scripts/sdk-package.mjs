// A step of `npm run build`: the package of the SDK, which the service offers at /sdk.tgz.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packed } from './package-files.mjs';

const dist = fileURLToPath(new URL('../server/dist/', import.meta.url));
mkdirSync(dist, { recursive: true });
writeFileSync(`${dist}sdk.tgz`, packed('sdk', { offline: true }).bytes);
