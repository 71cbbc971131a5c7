import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import { makeScimToken, scimTokensPath } from '@latchkey/server/testing/directories';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { makeOrganizationKey, organizationKeysPath } from '@latchkey/server/testing/organization-keys';
import { createPerson, newDirectory, patchPerson } from '@latchkey/server/testing/scim';
import {
  clientFor,
  moveTo,
  newStaff,
  newUser,
  newVerified,
  startService,
} from '@latchkey/server/testing/service';
import { enroll } from '@latchkey/server/testing/two-factor';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { eraseTrail } from '../../records/audit/erase-trail.ts';
import { sealTrail } from '../../records/audit/seal-trail.ts';
import { verifyTrail } from '../../records/audit/verify-trail.ts';

const service = started(startService);

/**
 * Every column that refers to a user or holds an address, with the part of the export that shows it, or why no part does.
 * If the schema gets another one, add it here, to the export and to the erasure.
 */
const references: Record<string, { shown: string } | { excused: string }> = {
  'account_deletions.user_id': { excused: 'an account that is leaving exports nothing more' },
  'account_uses.user_id': { excused: 'only a time, for accounts that are not used' },
  'api_keys.user_id': { shown: 'apiKeys' },
  'application_codes.user_id': { excused: 'lives for a minute' },
  'application_consents.user_id': { shown: 'applications' },
  'application_grants.user_id': { shown: 'applications' },
  'application_sessions.user_id': { excused: 'a session and an application, both shown' },
  'audit_emails.email': { excused: 'counts entries, which are shown' },
  'audit_erasures.emails': { excused: 'of accounts that are gone' },
  'audit_erasures.person_id': { excused: 'of accounts that are gone' },
  'audit_logs.user_email': { shown: 'auditLogs' },
  'audit_logs.user_id': { shown: 'auditLogs' },
  'audit_unfolded.user_email': { excused: 'counts entries, which are shown' },
  'backup_codes.user_id': { shown: 'twoFactor' },
  'check_changes.subject_id': { excused: 'that something changed, for ten minutes' },
  'check_subscribers.account_id': { excused: 'who asks for changes, for ten minutes; the key is shown' },
  'check_subscribers.ip_address': { excused: 'where a backend asks from, for ten minutes' },
  'device_codes.ip_address': { excused: 'where a device asks from, for an hour' },
  'device_codes.user_id': { excused: 'lives for an hour' },
  'devices.user_id': { shown: 'devices' },
  'email_change_undos.email': { shown: 'formerEmails' },
  'email_change_undos.user_id': { shown: 'formerEmails' },
  'email_codes.email': { excused: 'lives for ten minutes' },
  'email_codes.user_id': { excused: 'lives for ten minutes' },
  'emails.from_address': { excused: "the service's own address" },
  'emails.sender_id': { excused: 'mail to other people' },
  'emails.to_address': { shown: 'emails' },
  'emails.user_id': { shown: 'emails' },
  'erased_mail.address_hash': { excused: 'of accounts that are gone' },
  'erased_mail.sender_id': { excused: 'of accounts that are gone' },
  'former_emails.email': { shown: 'formerEmails' },
  'former_emails.user_id': { shown: 'formerEmails' },
  'inactivity_warnings.user_id': { shown: 'emails' },
  'large_answers.account_id': { excused: 'answers under way' },
  'large_answers.user_id': { excused: 'answers under way' },
  'logout_notices.user_id': { excused: 'notices under way to applications' },
  'oauth_accounts.email': { shown: 'providers' },
  'oauth_accounts.user_id': { shown: 'providers' },
  'one_time_tokens.email': { excused: 'a mailed link, shown as an email' },
  'one_time_tokens.user_id': { excused: 'a mailed link, shown as an email' },
  'organization_invites.email': { shown: 'invitesReceived' },
  'organization_invites.invited_by_id': { shown: 'invitesSent' },
  'organization_key_secrets.created_by': { excused: "the organization's" },
  'organization_keys.created_by': { excused: "the organization's" },
  'organization_members.bound_by': { excused: 'connections of the organization' },
  'organization_members.email': { shown: 'organizations' },
  'organization_members.user_id': { shown: 'organizations' },
  'member_logins.user_id': { shown: 'user' },
  'passkeys.user_id': { shown: 'passkeys' },
  'password_history.user_id': { excused: 'only hashes' },
  'pending_logins.user_id': { excused: 'lives for five minutes' },
  'profile_pictures.user_id': { shown: 'picture' },
  'registration_codes.email_hash': { excused: 'of an address without an account, for ten minutes' },
  'remember_me.user_id': { shown: 'rememberedLogins' },
  'sessions.impersonated_email': { excused: "an ADMIN's session" },
  'sessions.impersonated_user_id': { excused: "an ADMIN's session" },
  'sessions.ip_address': { shown: 'sessions' },
  'sessions.user_id': { shown: 'sessions' },
  'user_logins.user_id': { shown: 'user' },
  'user_roles.user_id': { shown: 'roles' },
  'users.email': { shown: 'user' },
  'users.email_set_by_admin': { excused: 'only yes or no' },
  'users.email_verified_at': { shown: 'user' },
  'users.pending_email': { excused: 'an address that is not theirs yet' },
  'users.pending_email_until': { excused: 'an address that is not theirs yet' },
  'audit_logs.ip_address': { shown: 'auditLogs' },
  'policies.email_domains': { excused: 'domains of organizations' },
  'removed_members.user_id': { excused: 'an organization that removed them, which the trail tells' },
  'scim_tokens.created_by': { excused: "the organization's" },
  'scim_deactivations.user_id': { excused: 'only that a directory did it, which the trail tells' },
  'scim_group_members.user_id': { excused: "how the organization's directory is arranged" },
  'scim_links.sent_email': {
    excused: 'what the directory sent last, to tell a repetition; the address is shown',
  },
  'scim_links.user_id': { shown: 'directories' },
  'sso_links.email': { shown: 'connections' },
  'sso_links.user_id': { shown: 'connections' },
  'sso_tests.user_id': { excused: 'lives for a day' },
};

test('every column that refers to a user or an address is exported, or excused by name', async () => {
  const columns = await service.sql<{ name: string }[]>`
    SELECT c.relname || '.' || a.attname AS name
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      LEFT JOIN pg_constraint f ON f.contype = 'f' AND f.conrelid = c.oid AND a.attnum = ANY (f.conkey)
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped
       AND (f.confrelid = 'users'::regclass
            OR a.attname ~ '(^|_)(user|person|account|sender|member|owner|inviter|subject)_id$|email|address|_by$|_by_id$'
               AND a.attname !~ 'erased_by$|provider_account_id')
     GROUP BY 1 ORDER BY 1`;
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(references).sort());
});

/** A person with something of everything, whom an ADMIN has changed, invited and acted as. */
async function newWholePerson() {
  const admin = await newStaff(service, 'ADMIN');
  const name = `Zebedee${uuidv7().slice(-8)}`;
  const first = await newVerified(service, { firstName: name, username: `u-${uuidv7()}` });
  const { client, id } = first;
  const email = `moved-${first.email}`;
  await moveTo(service, client, email);
  const called = { name: `${name}'s laptop` };
  const { id: keyId } = await newKey(client, called);
  await client.patch(`/api/keys/${keyId}`, { name: `${name}'s old laptop` });
  await client.delete(`/api/keys/${keyId}`);
  await newKey(client);
  const { id: organizationKeyId } = await makeOrganizationKey(client, called);
  const organizationKeyPath = `${organizationKeysPath}/${organizationKeyId}`;
  await client.patch(organizationKeyPath, { name: `${name}'s server` });
  await client.post(`${organizationKeyPath}/rotate`);
  await client.delete(organizationKeyPath);
  const { id: tokenId } = await makeScimToken(client, { description: `made by ${name}` });
  await client.delete(`${scimTokensPath}/${tokenId}`);
  const gif = { raw: Buffer.from('GIF89a'), headers: { 'content-type': 'image/gif' } };
  await client.put('/api/users/profile/picture', undefined, gif);
  const { body: added } = await addPasskey(client, new Authenticator(service), called);
  await client.delete(`/api/auth/passkeys/${added.passkey.id}`);
  await addPasskey(client, new Authenticator(service));
  await client.post('/api/organizations/current/invites', { email: `guest-${uuidv7()}@example.com` });
  await admin.client.put(`/api/users/${id}`, { lastName: 'Changed' });
  await admin.client.put(`/api/admin/users/${id}/roles`, { roles: ['ROLE_MODERATOR'] });
  await admin.client.post('/api/organizations', { name: 'Inviters' });
  await admin.client.post('/api/organizations/current/invites', { email });
  await tokensFor(service, client, await newApplication(service));
  await service.sql`
    INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, email, created_at, updated_at)
    VALUES (${uuidv7()}, ${id}, 'github', ${id}, ${email}, now(), now())`;
  await service.sql`
    INSERT INTO sso_connections (id, organization_id, kind, name, attributes, created_at, updated_at)
    VALUES (${id}, ${first.organizationId}, 'oidc', 'Acme', '{}', now(), now())`;
  await service.sql`
    INSERT INTO sso_links (connection_id, user_id, subject, email, created_at)
    VALUES (${id}, ${id}, ${id}, ${email}, now())`;
  await service.sql`
    INSERT INTO scim_links (organization_id, user_id, user_name, external_id, display_name, sent_email, created_at, updated_at)
    VALUES (${first.organizationId}, ${id}, ${email}, ${name}, ${name}, ${email}, now(), now())`;
  await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-9' });
  await enroll(service, client);
  await service.sql`
    INSERT INTO remember_me (series, user_id, token_hash, expires_at, created_at)
    VALUES (${uuidv7()}, ${id}, '', ${service.clock.now()}::timestamptz + interval '1 day', ${service.clock.now()})`;
  await admin.client.patch(`/api/users/${id}/metadata`, {
    publicMetadata: { plan: 'gold' },
    privateMetadata: { note: 'secret-note' },
  });
  return { ...first, admin, email, formerEmail: first.email, name, client: await clientFor(service, id) };
}

describe('an export', () => {
  test('holds something of each part, and neither secrets nor other people', async () => {
    const person = await newWholePerson();
    const bystander = await newUser(service, { firstName: 'Bystander' });
    const answer = await person.client.get('/api/users/profile/export');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="latchkey-export-\d{4}-\d\d-\d\d\.json"$/,
    );
    const { body, text } = answer;
    expect(Object.keys(body).sort()).toEqual(
      [
        ...[
          'exportedAt',
          'user',
          'locale',
          'publicMetadata',
          'organizations',
          'roles',
          'picture',
          'twoFactor',
        ],
        ...['passkeys', 'providers', 'sessions', 'rememberedLogins', 'devices', 'apiKeys', 'applications'],
        ...[
          'formerEmails',
          'invitesSent',
          'invitesReceived',
          'emails',
          'connections',
          'directories',
          'auditLogs',
        ],
      ].sort(),
    );
    const parts = Object.values(references).flatMap((each) => ('shown' in each ? [each.shown] : []));
    for (const part of new Set(parts)) expect(body[part], part).not.toEqual([]);
    expect(body.user).toMatchObject({ id: person.id, email: person.email });
    expect(body.publicMetadata).toEqual({ plan: 'gold' });
    expect(body.roles).toEqual(['ROLE_MODERATOR']);
    expect(body.picture).toEqual({
      contentType: 'image/gif',
      base64: Buffer.from('GIF89a').toString('base64'),
    });
    expect(body.directories).toEqual([
      { organizationId: person.organizationId, userName: person.email, externalId: person.name },
    ]);
    expect(body.twoFactor).toEqual({ enabled: true, backupCodesLeft: 10 });
    expect(body.formerEmails).toEqual([{ email: person.formerEmail, changedAt: expect.any(String) }]);
    for (const other of [person.admin.id, person.admin.email, bystander.email, 'guest-', 'secret-note'])
      expect(text).not.toContain(other);
    const secrets = await service.sql<{ hash: string }[]>`
      SELECT password_hash AS hash FROM users WHERE id = ${person.id}
      UNION ALL SELECT encode(key_hash, 'hex') FROM api_keys WHERE user_id = ${person.id}
      UNION ALL SELECT code_hash FROM backup_codes WHERE user_id = ${person.id}`;
    for (const { hash } of secrets) expect(text).not.toContain(hash);
    expect((await service.mails(person.email)).at(-1)?.subject).toBe('Your data was downloaded');
  });

  test("names others' acts only as such", async () => {
    const person = await newWholePerson();
    const { auditLogs, emails } = (await person.client.get('/api/users/profile/export')).body;
    const byOther = auditLogs.filter((entry: { byOther?: true }) => entry.byOther);
    expect(byOther.map(({ action }: { action: string }) => action)).toContain('ADMIN_USER_UPDATED');
    for (const entry of byOther)
      expect(Object.keys(entry).sort()).toEqual(['action', 'byOther', 'category', 'createdAt', 'id']);
    for (const entry of auditLogs) expect(entry).not.toHaveProperty('metadata');
    const invite = emails.find(({ type }: { type: string }) => type === 'invite');
    expect(invite).toMatchObject({ to: person.email });
    expect(invite).not.toHaveProperty('subject');
  });

  test('has every entry once, however many there are', async () => {
    const { client, id, email } = await newUser(service);
    await service.sql`
      INSERT INTO audit_logs (id, user_id, user_email, action, category, metadata, created_at)
      SELECT gen_random_uuid(), ${id}, ${email}, 'AUTH_LOGOUT', 'authentication', '{}', now() - n / 3 * interval '1 second'
        FROM generate_series(1, 350) AS n`;
    const { auditLogs } = (await client.get('/api/users/profile/export')).body;
    const logouts = auditLogs.filter(({ action }: { action: string }) => action === 'AUTH_LOGOUT');
    expect(new Set(logouts.map((entry: { id: string }) => entry.id)).size).toBe(350);
    expect(logouts).toHaveLength(350);
  });

  test('by an ADMIN adds private metadata, is recorded and told; others get nothing', async () => {
    const person = await newWholePerson();
    const { body } = await person.admin.client.get(`/api/users/${person.id}/export`);
    expect(body).toMatchObject({ user: { id: person.id }, privateMetadata: { note: 'secret-note' } });
    const entry = (await service.audit(person.admin.email)).find(
      ({ action }) => action === 'ADMIN_USER_EXPORTED',
    );
    expect(entry?.metadata).toMatchObject({ targetUserId: person.id });
    expect((await service.mails(person.email)).at(-1)?.text).toContain('An administrator');
    const stranger = await newUser(service);
    expect((await stranger.client.get(`/api/users/${person.id}/export`)).status).toBe(403);
    expect((await person.admin.client.get(`/api/users/${uuidv7()}/export`)).status).toBe(404);
  });

  test('is limited to five an hour, requests for deletion included', async () => {
    const strict = await startService({ database: service.database, env: { RATE_LIMIT_EXPORT: '' } });
    const { owner, memberId } = await newOrganizationWithMember(strict);
    for (let n = 0; n < 4; n++) expect((await owner.get('/api/users/profile/export')).status).toBe(200);
    expect((await owner.post('/api/users/profile/deletion')).status).toBe(409);
    const refused = await owner.get('/api/users/profile/export');
    expect(refused.body.error.code).toBe('RATE_LIMITED');
    // An ADMIN's downloads of others' data are counted for the ADMIN.
    const admin = await newStaff(strict, 'ADMIN');
    const theirs = `/api/users/${memberId}/export`;
    for (let n = 0; n < 5; n++) expect((await admin.client.get(theirs)).status).toBe(200);
    expect((await admin.client.get(theirs)).body.error.code).toBe('RATE_LIMITED');
    expect((await admin.client.get('/api/users/profile/export')).status).toBe(429);
  });
});

async function newOrganizationWithMember(on: typeof service) {
  const { newMember, newOrganization } = await import('@latchkey/server/testing/organizations');
  const { owner, id } = await newOrganization(on);
  const { id: memberId } = await newMember(on, id, 'MEMBER');
  return { owner: owner.client, memberId };
}

/** Where any of these texts still stands in the database, as `table.column`. */
async function tracesOf(texts: string[]): Promise<string[]> {
  const columns = await service.sql<{ table: string; column: string }[]>`
    SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, 2`;
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await service.sql`
      SELECT 1 FROM ${service.sql(table)} t, unnest(${texts}::text[]) AS wanted
       WHERE strpos(t.${service.sql(column)}::text, wanted) > 0 LIMIT 1`;
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test('an erased person leaves only their id in the trail, which stays intact', async () => {
  const person = await newWholePerson();
  const { admin, id, email, formerEmail, name } = person;
  expect((await admin.client.post('/api/admin/impersonate', { userId: id })).status).toBe(200);
  await admin.client.post('/api/users/profile', { lastName: 'Masked' });
  await admin.client.post('/api/admin/exit-impersonation');
  await sealTrail(service.deps);
  expect((await admin.client.delete(`/api/users/${id}?erase=true`)).status).toBe(200);
  await service.mails(email);
  await eraseTrail(service.deps);
  // Events age out in 30 days.
  await service.sql`TRUNCATE events, event_queue, event_stream`;
  expect(await tracesOf([email, formerEmail, name])).toEqual([]);
  const left = ['audit_erasures.person_id', 'audit_logs.metadata', 'audit_logs.user_id'];
  // Both are gone within minutes.
  const passing = ['logout_notices.user_id', 'check_changes.subject_id'];
  expect((await tracesOf([id])).filter((each) => !passing.includes(each))).toEqual(left);
  await sealTrail(service.deps);
  const verdict = await verifyTrail(service.deps, {});
  expect(verdict.faults).toEqual([]);
  expect(verdict.erased).toBeGreaterThan(0);
  const acts = (await service.audit(admin.email)).filter(({ metadata }) => metadata.targetUserId === id);
  expect(acts.length).toBeGreaterThan(3);
  for (const act of acts) {
    expect(act).toMatchObject({ userEmail: admin.email, ipAddress: expect.any(String) });
    expect(act.metadata.targetEmail ?? null).toBeNull();
  }
  service.clock.advance({ hours: 3 });
  await eraseTrail(service.deps);
  expect(await service.sql`SELECT 1 FROM audit_erasures WHERE person_id = ${id}`).toHaveLength(0);
});

test('a person whom a directory made leaves nothing of what it said of them', async () => {
  const directory = await newDirectory(service);
  const mark = `Marker${uuidv7().slice(-8)}`;
  const address = (nth: number) => `${mark}-${nth}@${directory.domain}`.toLowerCase();
  const named = (name: string) => ({ op: 'replace', value: { 'name.givenName': name, displayName: name } });
  const made = await directory.person({ userName: address(1), externalId: mark, name: { familyName: mark } });
  await patchPerson(directory.client, made.id, named(`${mark}X`));
  await patchPerson(directory.client, made.id, { op: 'replace', value: { emails: [{ value: address(2) }] } });
  await directory.group('Everyone', [made]);
  await createPerson(directory.client, { userName: address(2) });
  await patchPerson(directory.client, made.id, { op: 'replace', value: { active: false } });
  await service.mails(address(1));
  await sealTrail(service.deps);
  const admin = await newStaff(service, 'ADMIN');
  expect((await admin.client.delete(`/api/users/${made.id}?erase=true`)).status).toBe(200);
  await service.mails(address(2));
  await eraseTrail(service.deps);
  await service.sql`TRUNCATE events, event_queue, event_stream`;
  expect(await tracesOf([mark, mark.toLowerCase()])).toEqual([]);
});
