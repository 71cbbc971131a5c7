import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

/** One file, in every encoding it is stored in. */
export type Served = { type: string; etag: string; bodies: Partial<Record<Encoding, Buffer>> };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * The files of a built console by path, with the compressed versions from the build. Undefined if it isn't
 * built.
 */
export function readFiles(folder: string): Map<string, Served> | undefined {
  const names = listed(folder);
  if (!names?.includes('/index.html')) return undefined;
  const plain = names.filter((name) => types[extname(name)] && !name.startsWith('/.'));
  return new Map(plain.map((name) => [name, readServed(join(folder, name))]));
}

/** One file of a build, with its compressed versions if there are any. */
export function readServed(file: string): Served {
  const read = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined);
  const body = readFileSync(file);
  const br = read('.br');
  const gzip = read('.gz');
  const bodies = { identity: body, ...(br && { br }), ...(gzip && { gzip }) };
  return { type: types[extname(file)] ?? '', etag: etagOf(body), bodies };
}

function listed(folder: string): string[] | undefined {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Made here, not by the build: compressed once, not on each request. */
export function servedText(text: string, extension: '.html' | '.json' | '.css' | '.txt' | '.md'): Served {
  const body = Buffer.from(text);
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return {
    type: types[extension] ?? '',
    etag: etagOf(body),
    bodies: { identity: body, br, gzip: gzipSync(body) },
  };
}

export const servedPage = (html: string): Served => servedText(html, '.html');
export const servedJson = (content: unknown): Served => servedText(JSON.stringify(content), '.json');

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Answers with a file in the smallest encoding, or with 304 if the client has it. `varies`: what else it depends on. */
export function sendServed(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Served,
  varies?: string,
): FastifyReply {
  const { encoding, body } = chooseBody(file, request.headers['accept-encoding']);
  reply.header('ETag', file.etag).header('Vary', varies ? `Accept-Encoding, ${varies}` : 'Accept-Encoding');
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(file.etag))
    return reply.code(304).send();
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.type(file.type).send(body);
}

/** The smallest body the client accepts. It refuses an encoding listed with q=0. */
export function chooseBody(
  { bodies }: Served,
  accepted: string | undefined,
): { encoding: Encoding; body: Buffer } {
  const takes = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item))
      .map((item) => item.split(';')[0]?.trim()),
  );
  for (const encoding of ['br', 'gzip'] as const) {
    const body = bodies[encoding];
    if (body && takes.has(encoding)) return { encoding, body };
  }
  return { encoding: 'identity', body: bodies.identity ?? Buffer.alloc(0) };
}
