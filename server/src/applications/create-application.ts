import { randomBytes } from 'node:crypto';
import type { ApplicationKind } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import { actorOf } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Refusal } from '../refusal.ts';
import { aboutApplication } from './about-application.ts';
import { giveSecret } from './new-secret.ts';
import type { ActingContext } from './parts.ts';
import { isPublic } from './policy.ts';
import { refuseFields } from './refuse-fields.ts';
import { type ApplicationFields, type ApplicationRow, insertApplication } from './store.ts';

type Created = { application: ApplicationRow; clientSecret: string | undefined };

export function newClientId(): string {
  return randomBytes(16).toString('hex');
}

export function createApplication(
  context: ActingContext,
  fields: ApplicationFields & { kind: ApplicationKind },
): Promise<Created | Refusal<'VALIDATION_FAILED' | 'LOGOUT_URL_FORBIDDEN'>> {
  const { deps, caller, origin } = context;
  return transact<Created | Refusal<'VALIDATION_FAILED' | 'LOGOUT_URL_FORBIDDEN'>>(deps, async (tx) => {
    const refusal = await refuseFields(context, tx, fields);
    if (refusal) return refusal;
    const made = { id: uuidv7(), clientId: newClientId(), createdAt: origin.now, updatedAt: origin.now };
    const application = { ...fields, ...made, dynamic: false };
    await insertApplication(tx, application);
    const clientSecret = isPublic(fields) ? undefined : await giveSecret(tx, made.id, origin.now);
    await record(tx, origin, { user: actorOf(caller), ...aboutApplication('CREATED', application) });
    return { application, clientSecret };
  });
}
