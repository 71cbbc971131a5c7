import type { HookPoint } from '@latchkey/contract';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { HookAnswer } from '../../records/hooks/answers.ts';
import type { AskedHook } from '../../records/hooks/hook-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { AskingContext, Heard } from '../deps.ts';

/** What a hook is asked, and about whom: an answer about one person is none about another. */
type Question<P extends HookPoint> = {
  point: P;
  about: string;
  data: object;
  /** How the person came, for the audit trail. */
  method?: string;
  /** Whose account it is. Undefined: there is none yet, only this address. */
  user?: UserRow | undefined;
  email?: string;
};

/** Ends work that can't go on without an answer, before any of it is committed. It begins anew once there is one. */
class Unheard extends Error {
  readonly hook: AskedHook;
  readonly question: Question<HookPoint>;

  constructor(hook: AskedHook, question: Question<HookPoint>) {
    super(`${question.point} has not been asked`);
    this.hook = hook;
    this.question = question;
  }
}

/**
 * The answer of the hook, if there is one and it gave one. Call it in work that `asking` does, where all else allows what
 * the hook is asked about, and after nothing that a rollback doesn't undo.
 */
export function heed<P extends HookPoint>(
  { heard = [] }: { heard?: readonly Heard[] | undefined },
  hook: AskedHook | null,
  question: Question<P>,
): HookAnswer<P> | undefined {
  if (!hook) return undefined;
  const { point, about } = question;
  const known = heard.find((each) => each.point === point && each.about === about);
  if (!known) throw new Unheard(hook, question);
  return known.answer as HookAnswer<P> | undefined;
}

export type HookRefusal = Refusal<'HOOK_DENIED' | 'HOOK_UNAVAILABLE' | 'OVERLOADED'>;

/** What a page is told that a person comes to. */
export const hookErrorOf = ({ refused }: HookRefusal) =>
  refused === 'HOOK_DENIED' ? ('hook_denied' as const) : ('hook_unavailable' as const);

/** A person who signs in while their first answer arrives is asked about once more, and no more often. */
const mostQuestions = 2;

/**
 * Does work that may depend on a hook. Where it does, what was begun is undone, the hook is asked while the request holds
 * nothing, and the work begins anew: every rule is judged as of then.
 */
export async function asking<C extends AskingContext, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T | HookRefusal> {
  let current = context;
  for (let asked = 0; ; asked++) {
    try {
      return await work(current);
    } catch (error) {
      if (!(error instanceof Unheard)) throw error;
      if (asked === mostQuestions) return refuse('HOOK_UNAVAILABLE', { retryAfterSeconds: 1 });
      const heard = await hear(context, error);
      if (isRefusal(heard)) return heard;
      const origin = { ...context.origin, now: context.deps.clock.now() };
      current = { ...context, origin, heard: [...(current.heard ?? []), heard] };
    }
  }
}

async function hear(context: AskingContext, { hook, question }: Unheard): Promise<Heard | HookRefusal> {
  const { deps, origin } = context;
  const { point, about, data, method, user, email } = question;
  const asked = await context.aside(() => deps.hooks.ask(hook, { point, data }));
  if (isRefusal(asked)) return asked;
  const { answer } = asked;
  // An ADMIN has to get in to turn the hook off.
  const mayGoOn = hook.onFailure === 'allow' || (point === 'sign_in.before' && user?.role === 'ADMIN');
  if (!answer) return mayGoOn ? { point, about, answer } : refuse('HOOK_UNAVAILABLE');
  if (!('decision' in answer) || answer.decision === 'allow') return { point, about, answer };
  const metadata = { point, ...(method && { method }), ...(!user && email && { email }) };
  await record(deps.sql, origin, { action: 'AUTH_HOOK_DENIED', user: user ?? null, metadata });
  deps.outbox.wake();
  return refuse('HOOK_DENIED', answer.message ? { message: answer.message } : {});
}

/**
 * For costly work of a request that may begin anew after a hook has answered: it is done once for what it is about.
 * Call this outside of what `asking` repeats.
 */
export function onceFor<T>() {
  const done = new Map<string, Promise<T>>();
  return (about: string, work: () => Promise<T>): Promise<T> => {
    const known = done.get(about) ?? work();
    done.set(about, known);
    return known;
  };
}
