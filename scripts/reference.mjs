// Part of `npm run build`: puts the files of the API reference page into server/dist/reference, compressed once, here.
// They come from @fastify/swagger-ui because Swagger's own package reports every install to a third party.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const source = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');
const target = fileURLToPath(new URL('../server/dist/reference/', import.meta.url));

mkdirSync(target, { recursive: true });
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
  const file = readFileSync(join(source, name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: file.length };
  writeFileSync(join(target, name), file);
  writeFileSync(join(target, `${name}.br`), brotliCompressSync(file, { params }));
  writeFileSync(join(target, `${name}.gz`), gzipSync(file, { level: 9 }));
}
