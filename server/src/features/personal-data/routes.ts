import type { Readable } from 'node:stream';
import * as contract from '@latchkey/contract';
import type { FastifyReply } from 'fastify';
import { type Kernel, mount, ok } from '../../http/route.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { cancelDeletion, requestDeletion } from './deletion.ts';
import { exportProfile, exportUser } from './export-person.ts';

export function mountPersonalData(kernel: Kernel): void {
  mount(kernel, contract.exportProfile, async (call) => {
    const text = await exportProfile(call);
    return isRefusal(text) ? text : ok(200, asFile(call, call.reply, text));
  });

  mount(kernel, contract.exportUser, async (call) => {
    const text = await exportUser(call, call.params.id);
    return isRefusal(text) ? text : ok(200, asFile(call, call.reply, text));
  });

  mount(kernel, contract.requestDeletion, async (call) => {
    const deletion = await requestDeletion(call);
    if (isRefusal(deletion)) return deletion;
    kernel.jar.clear(call.reply);
    const { requestedAt, scheduledFor } = deletion;
    return ok(200, {
      message: 'Your account is deactivated and will be deleted. We emailed you a link to keep it.',
      deletion: { requestedAt: requestedAt.toISOString(), scheduledFor: scheduledFor.toISOString() },
    });
  });

  mount(kernel, contract.cancelDeletion, async (call) => {
    const kept = await cancelDeletion(call, call.body);
    if (isRefusal(kept)) return kept;
    const message = kept.isActive
      ? 'Your account stays. You can sign in again.'
      : 'Your account stays. An administrator deactivated it, so ask them to activate it.';
    return ok(200, { message });
  });
}

function asFile({ deps, origin }: Context, reply: FastifyReply, text: Readable): Readable {
  text.once('error', (error) => deps.log.error({ err: error }, 'an export was interrupted'));
  const fileName = `latchkey-export-${origin.now.toISOString().slice(0, 10)}.json`;
  reply
    .type('application/json; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${fileName}"`);
  return text;
}
