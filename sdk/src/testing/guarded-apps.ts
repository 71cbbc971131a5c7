import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { protect as expressProtect } from '../server/express.ts';
import { protect as fastifyProtect } from '../server/fastify.ts';
import type { ProtectOptions } from '../server/guard.ts';
import { protect as honoProtect } from '../server/hono.ts';
import type { Latchkey } from '../server/latchkey.ts';
import { protect as nextProtect } from '../server/next.ts';

type Sent = { method?: string; headers?: Record<string, string> };

/** Sends a request to an application with one guarded route, and returns the caller its handler saw. */
export type GuardedApp = (
  latchkey: Latchkey,
  sent?: Sent,
  options?: ProtectOptions,
) => Promise<{ status: number; body: Body; headers: Headers }>;

type Body = { email?: string; error?: { type: string; code: string; message: string; requestId?: string } };

async function read(response: Response) {
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Body };
}

const byExpress: GuardedApp = async (latchkey, sent, options) => {
  const app = express();
  app.all('/private', expressProtect(latchkey, options), (request, response) => {
    response.json({ email: request.latchkey.user.email });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/private`, sent).then(read);
  await new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
  return answer;
};

const byFastify: GuardedApp = async (latchkey, sent, options) => {
  const app = fastify();
  app.all('/private', { onRequest: fastifyProtect(latchkey, options) }, (request) => ({
    email: request.latchkey.user.email,
  }));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${address}/private`, sent).then(read);
  await app.close();
  return answer;
};

const byHono: GuardedApp = async (latchkey, sent, options) => {
  const app = new Hono();
  app.all('/private', honoProtect(latchkey, options), (c) => c.json({ email: c.get('latchkey').user.email }));
  return read(await app.request('http://app.test/private', sent));
};

const byNext: GuardedApp = async (latchkey, sent, options) => {
  const handler = nextProtect(
    latchkey,
    options,
  )((request, _context: { params: unknown }) => Response.json({ email: request.latchkey.user.email }));
  return read(await handler(new Request('http://app.test/private', sent), { params: {} }));
};

export const guardedApps: Record<string, GuardedApp> = {
  Express: byExpress,
  Fastify: byFastify,
  Hono: byHono,
  'Next.js': byNext,
};
