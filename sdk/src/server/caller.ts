import type { LatchkeyError } from '../error.ts';
import type { Output } from '../types.ts';

/** Who a request speaks for, as `GET /api/auth/me` returns it. */
export type Caller = Omit<Output<'me'>, 'csrfToken' | 'check'>;

export type Check = NonNullable<Output<'me'>['check']>;

export type Authentication = { caller: Caller; refused?: never } | { caller?: never; refused: LatchkeyError };

/** Throws unless this is Latchkey's own answer about who is calling. */
export async function readCaller(response: Response): Promise<{ caller: Caller; check: Check | undefined }> {
  const { csrfToken: _, check, ...caller } = (await response.json()) as Output<'me'>;
  if (typeof caller.user?.id !== 'string' || !Array.isArray(caller.permissions))
    throw new Error('What answered is not Latchkey.');
  return { caller, check: isCheck(check) ? check : undefined };
}

function isCheck(check: unknown): check is Check {
  const { validForMs, subjects } = (check ?? {}) as Partial<Check>;
  const isTime = typeof validForMs === 'number' && validForMs >= 1 && validForMs <= 60_000;
  return isTime && Array.isArray(subjects) && subjects.length > 0 && subjects.every(isName);
}

const isName = (subject: unknown) => typeof subject === 'string';
