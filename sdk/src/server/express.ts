import type { Caller } from './caller.ts';
import { answerOf, createGuard, type ProtectOptions } from './guard.ts';
import type { Incoming } from './incoming.ts';
import type { Latchkey } from './latchkey.ts';

declare global {
  namespace Express {
    interface Request {
      /** The caller, on a route behind `protect`. */
      latchkey: Caller;
    }
  }
}

/** The part of Express this needs, which versions 4 and 5 share. */
type Answerable = {
  set(headers: Record<string, string>): unknown;
  status(status: number): { json(body: unknown): unknown };
};
type Middleware = (
  request: Incoming & { latchkey: Caller },
  response: Answerable,
  next: (error?: unknown) => void,
) => void;

/** `app.use('/api', protect(latchkey))`: the caller is in `request.latchkey`. */
export function protect(latchkey: Latchkey, options?: ProtectOptions): Middleware {
  const admit = createGuard(latchkey, options);
  return (request, response, next) => {
    admit(request).then(({ caller, refused }) => {
      if (refused) {
        const { status, headers, body } = answerOf(refused);
        response.set(headers);
        response.status(status).json(body);
      } else {
        request.latchkey = caller;
        next();
      }
    }, next);
  };
}
