import type { onRequestAsyncHookHandler } from 'fastify';
import type { Caller } from './caller.ts';
import { answerOf, createGuard, type ProtectOptions } from './guard.ts';
import type { Latchkey } from './latchkey.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, on a route behind `protect`. */
    latchkey: Caller;
  }
}

/** `app.get('/', { onRequest: protect(latchkey) }, …)`, or `app.addHook('onRequest', protect(latchkey))` for all. */
export function protect(latchkey: Latchkey, options?: ProtectOptions): onRequestAsyncHookHandler {
  const admit = createGuard(latchkey, options);
  return async (request, reply) => {
    const { caller, refused } = await admit(request);
    if (!refused) {
      request.latchkey = caller;
      return undefined;
    }
    const { status, headers, body } = answerOf(refused);
    return reply.code(status).headers(headers).send(body);
  };
}
