import type { HookPoint, SendTest } from '@latchkey/contract';
import type { Context } from '../../identity/caller/caller.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { presentUser } from '../../records/present-user.ts';
import { findToAsk } from './hook-store.ts';

/** Asks the hook about an example, whether it is turned on or off. */
export async function testHook(
  context: Context & AskingContext,
  { id }: { id: string },
): Promise<SendTest | Refusal<'NOT_FOUND' | 'OVERLOADED'>> {
  const { deps, origin } = context;
  const hook = await findToAsk(deps.sql, id, origin.now);
  if (!hook) return refuse('NOT_FOUND');
  const { point } = hook;
  const data = { test: true, ...exampleOf(context, point) };
  const asked = await context.aside(() => deps.hooks.ask(hook, { point, data }));
  if (isRefusal(asked)) return asked;
  return { ...asked, succeeded: asked.answer !== undefined, answer: asked.answer ?? null };
}

const nil = '00000000-0000-4000-8000-000000000000';

/** About an account that doesn't exist, in the form of the caller's own. */
function exampleOf({ deps, caller, origin }: Context, point: HookPoint): object {
  const { ipAddress, userAgent } = origin;
  const name = { email: 'ada@example.com', username: null, firstName: 'Ada', lastName: 'Lovelace' };
  const own = presentUser(caller.user, { forAdmin: false, rules: deps.config });
  const user = { ...own, ...name, id: nil, role: 'USER', organizationId: null, publicMetadata: {} };
  const client = { connectionId: null, ipAddress, userAgent };
  const examples: Record<HookPoint, object> = {
    'registration.before': {
      method: 'password',
      ...name,
      emailVerified: false,
      locale: null,
      organizationName: 'Analytical Engines',
      invitation: null,
      ...client,
    },
    'sign_in.before': { method: 'password', user, hasSecondFactor: false, ...client },
    'token.claims': {
      user,
      organization: null,
      application: { id: nil, name: 'Example' },
      scopes: ['openid'],
      resource: null,
      grantType: 'authorization_code',
    },
    'mail.send': {
      to: name.email,
      from: deps.config.email.from,
      subject: 'A test of your mail hook',
      text: 'This is a test.\n',
      html: '<p>This is a test.</p>\n',
      type: 'verification',
      locale: deps.languages.fallback,
      userId: null,
    },
  };
  return examples[point];
}
