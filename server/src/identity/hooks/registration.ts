import type { OrganizationRole } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import type { NewUserRow, UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { heed } from './heed.ts';
import { savePublicMetadata } from './metadata-store.ts';

type Registering = {
  /** What they proved who they are with. */
  method: string;
  organizationName?: string | null | undefined;
  invitation?: { organizationId: string; role: OrganizationRole } | null | undefined;
  connectionId?: string;
};

/**
 * An account that its person makes is about to be there: the hook may refuse that, or say what your applications find in its
 * metadata. Call it right after the insert, which nothing but the hook can refuse any more.
 */
export async function heedRegistration(
  context: OpenContext,
  tx: Db,
  { hook, ...user }: NewUserRow,
  { method, organizationName, invitation, connectionId = '' }: Registering,
): Promise<UserRow> {
  const { ipAddress, userAgent, chosenLocale } = context.origin;
  const { email, username, firstName, lastName, emailVerifiedAt } = user;
  const answer = heed(context, hook, {
    point: 'registration.before',
    about: email,
    method,
    email,
    data: {
      method,
      email,
      emailVerified: emailVerifiedAt !== null,
      username,
      firstName,
      lastName,
      locale: chosenLocale?.() ?? null,
      organizationName: organizationName || null,
      invitation: invitation ?? null,
      connectionId: connectionId || null,
      ipAddress,
      userAgent,
    },
  });
  if (answer?.publicMetadata) await savePublicMetadata(tx, user.id, answer.publicMetadata);
  return user;
}
