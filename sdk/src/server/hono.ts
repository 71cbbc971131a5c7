import type { MiddlewareHandler } from 'hono';
import type { Caller } from './caller.ts';
import { answerOf, createGuard, type ProtectOptions } from './guard.ts';
import type { Latchkey } from './latchkey.ts';

/** `app.use('/api/*', protect(latchkey))`: the caller is in `c.get('latchkey')`. */
export function protect(
  latchkey: Latchkey,
  options?: ProtectOptions,
): MiddlewareHandler<{ Variables: { latchkey: Caller } }> {
  const admit = createGuard(latchkey, options);
  return async (context, next) => {
    const { caller, refused } = await admit(context.req.raw);
    if (refused) {
      const { status, headers, body } = answerOf(refused);
      return Response.json(body, { status, headers });
    }
    context.set('latchkey', caller);
    return next();
  };
}
