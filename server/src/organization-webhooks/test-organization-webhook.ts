import type { Context } from '../caller/caller.ts';
import { inOrganization } from '../webhooks/scope.ts';
import { sendTest } from '../webhooks/send-test.ts';

export function testOrganizationWebhook(context: Context, input: { id: string }) {
  const { id, email } = context.caller.user;
  return inOrganization(context, (change) => sendTest({ ...change, actor: { id, email } }, input));
}
