import type { Caller } from './caller.ts';
import { answerOf, createGuard, type ProtectOptions } from './guard.ts';
import type { Latchkey } from './latchkey.ts';

type Handler<R extends Request, Rest extends unknown[]> = (
  request: R & { latchkey: Caller },
  ...rest: Rest
) => Response | Promise<Response>;

/**
 * `export const GET = protect(latchkey)((request) => Response.json(request.latchkey.user))`. A page has no request: use
 * `latchkey.authenticate({ headers: await headers() })` there.
 */
export function protect(latchkey: Latchkey, options?: ProtectOptions) {
  const admit = createGuard(latchkey, options);
  return <R extends Request, Rest extends unknown[]>(handler: Handler<R, Rest>) =>
    async (request: R, ...rest: Rest): Promise<Response> => {
      const { caller, refused } = await admit(request);
      if (!refused) return handler(Object.assign(request, { latchkey: caller }), ...rest);
      const { status, headers, body } = answerOf(refused);
      return Response.json(body, { status, headers });
    };
}
