import { findGivenRoles } from '../../identity/accounts/team-role-store.ts';
import type { UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { countBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { listMemberships } from '../../identity/memberships/organization-store.ts';
import { presentKey, presentOrganization } from '../../identity/memberships/present.ts';
import { findLiveSessions } from '../../identity/sessions/session-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { readCurrent } from '../../platform/db/write-behind.ts';
import type { AuditRow } from '../../records/audit/audit-store.ts';
import { isImpersonated } from '../../records/audit/personal-fields.ts';
import { presentUser } from '../../records/present-user.ts';
import { listGranted } from '../applications/application-store.ts';
import { presentGranted } from '../applications/present.ts';
import { presentEntry } from '../audit-logs/present.ts';
import { presentSession } from '../auth/sessions.ts';
import type { EmailRow } from '../emails/email-store.ts';
import { presentEmail } from '../emails/emails.ts';
import { listKeyRows } from '../keys/key-store.ts';
import { findPasskeys } from '../passkeys/passkey-store.ts';
import { presentPasskey } from '../passkeys/passkeys.ts';
import { findUserRoles } from '../roles/role-store.ts';
import { listAccounts } from '../social-login/account-store.ts';
import { presentAccount } from '../social-login/present.ts';
import { findMetadata, findPicture } from '../users/user-extras-store.ts';
import {
  listDevices,
  listDirectoriesOf,
  listFormerEmails,
  listInvitesBy,
  listInvitesTo,
  listLinksOf,
  listRemembered,
  nextEmails,
  nextEntriesOf,
  type PageStart,
} from './person-store.ts';

export type PersonView = { currentSessionId: string | null; withPrivateMetadata: boolean };

/** Few enough that many unread answers, each with a batch or two in memory, fit into a small heap. */
const batchSize = 100;

/** Everything about a person, and nothing about anyone else, as one JSON document in pieces. */
export async function* personText(
  { deps, origin }: Context,
  user: UserRow,
  view: PersonView,
): AsyncGenerator<string> {
  const { sql } = deps;
  const read = () => findLiveSessions(sql, user.id, origin.now);
  await readCurrent(deps.lastUse.sessions, read, (found) => found);
  const shown = presentUser(user, { forAdmin: false, rules: deps.config });
  const rest = await snapshot(sql, (tx) => readPerson(tx, user, { ...view, now: origin.now }));
  const start = { exportedAt: origin.now.toISOString(), user: shown, ...rest };
  yield JSON.stringify(start).slice(0, -1);
  const emails = (from: PageStart) => snapshot(sql, (tx) => nextEmails(tx, user, from, batchSize));
  yield* list('emails', emails, presentPersonalEmail);
  const entries = (from: PageStart) => snapshot(sql, (tx) => nextEntriesOf(tx, user.id, from, batchSize));
  yield* list('auditLogs', entries, (entry) => presentPersonalEntry(entry, user.id));
  yield '}';
}

type Placed = { id: string; exactly: string };

/** Each batch is a short read of its own: a slow client must not hold a connection or a snapshot. */
async function* list<Row extends Placed>(
  name: string,
  read: (from: PageStart) => Promise<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let from: PageStart;
  do {
    const rows = await read(from);
    const text = rows.map((row) => JSON.stringify(present(row))).join();
    if (text) yield from ? `,${text}` : text;
    from = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (from);
  yield ']';
}

async function readPerson(tx: Db, user: UserRow, view: PersonView & { now: Date }) {
  const { id } = user;
  const { now, currentSessionId, withPrivateMetadata } = view;
  const { publicMetadata, privateMetadata } = await findMetadata(tx, id);
  const picture = await findPicture(tx, id);
  return {
    locale: user.locale,
    publicMetadata,
    ...(withPrivateMetadata && { privateMetadata }),
    organizations: await organizationsOf(tx, id),
    roles: (await findUserRoles(tx, id)).map(({ name }) => name),
    picture: picture
      ? { contentType: picture.contentType, base64: picture.content.toString('base64') }
      : null,
    twoFactor: { enabled: user.twoFactorEnabled, backupCodesLeft: await countBackupCodes(tx, id) },
    passkeys: (await findPasskeys(tx, id)).map(presentPasskey),
    providers: (await listAccounts(tx, id)).map(presentAccount),
    sessions: (await findLiveSessions(tx, id, now)).map((row) => presentSession(row, currentSessionId)),
    rememberedLogins: await listRemembered(tx, id, now),
    devices: await listDevices(tx, id),
    apiKeys: (await listKeyRows(tx, { userId: id })).map(presentKey),
    applications: (await listGranted(tx, id)).map(presentGranted),
    formerEmails: await listFormerEmails(tx, id),
    invitesSent: await listInvitesBy(tx, id),
    invitesReceived: await listInvitesTo(tx, user),
    connections: await listLinksOf(tx, id),
    directories: await listDirectoriesOf(tx, id),
  };
}

/** The subject of an invitation names the person who sent it. */
function presentPersonalEmail(row: EmailRow): object {
  const { userId: _, subject, ...shown } = presentEmail(row);
  return row.type === 'invite' ? shown : { ...shown, subject };
}

/** What others did, an ADMIN who acted as the person included, names only the act. */
function presentPersonalEntry(row: AuditRow, personId: string): object {
  const { metadata: _, ...shown } = presentEntry(row);
  const { id, action, category, createdAt } = shown;
  const byOther = row.userId !== personId || isImpersonated(row);
  return byOther ? { id, action, category, createdAt, byOther } : shown;
}

/** With the roles they were given in each. */
async function organizationsOf(tx: Db, userId: string) {
  const given = await findGivenRoles(tx, userId);
  const memberships = await listMemberships(tx, userId);
  return memberships.map((each) => ({ ...presentOrganization(each), roles: given.get(each.id) ?? [] }));
}
