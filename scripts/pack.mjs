// `npm run pack`: writes the packages to publish, as tarballs in packages/ or the given folder. The service and its
// built console go out as `latchkey`.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packages, packed } from './package-files.mjs';

const target = resolve(process.argv[2] ?? 'packages');
const root = fileURLToPath(new URL('..', import.meta.url));

if (!existsSync(join(root, 'console/dist/index.html')) || !existsSync(join(root, 'server/dist/sdk.tgz'))) {
  console.error('Nothing is built yet. Run: npm run build');
  process.exit(1);
}
mkdirSync(target, { recursive: true });
for (const file of readdirSync(target)) if (file.endsWith('.tgz')) rmSync(join(target, file));
for (const { folder } of packages) {
  const { file, bytes } = packed(folder);
  writeFileSync(join(target, file), bytes);
  console.log(file);
}
