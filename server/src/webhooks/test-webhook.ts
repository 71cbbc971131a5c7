import type { Context } from '../caller/caller.ts';
import { inSystem } from './scope.ts';
import { sendTest } from './send-test.ts';

export function testWebhook(context: Context, input: { id: string }) {
  const { id, email } = context.caller.user;
  return inSystem(context, (change) => sendTest({ ...change, actor: { id, email } }, input));
}
