import { started } from '@latchkey/server/testing/lifetime';
import { joins, newLoner, newOrganization, standingOf } from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import {
  createPerson,
  newDirectory,
  newVerifiedLoner,
  refusalIn,
  scimPath,
} from '@latchkey/server/testing/scim';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { moveAddress } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let directory: Awaited<ReturnType<typeof newDirectory>>;
beforeAll(async () => {
  directory = await newDirectory(service);
});

const entriesAbout = async (id: string) =>
  (await service.audit())
    .filter(({ metadata }) => metadata.targetUserId === id)
    .map(({ action, userId, metadata }) => ({ action, userId, metadata }));
const active = async (id: string) =>
  (await service.sql`SELECT is_active FROM users WHERE id = ${id}`)[0]?.isActive;

describe('POST Users', () => {
  test('creates a verified account without a password, as MEMBER, and mails no one', async () => {
    const { id: organizationId, client, tokenId, newEmail } = directory;
    const email = newEmail();
    const answer = await createPerson(client, {
      userName: 'Ada.Lovelace',
      externalId: 'X-1',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: 'private@home.test' }, { value: email.toUpperCase(), type: 'work' }],
      active: true,
      password: 'Ignored-Horse-7',
      title: 'ignored',
    });
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    const location = `http://latchkey.test${scimPath}/Users/${id}`;
    expect(answer.headers.get('location')).toBe(location);
    expect(answer.body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      externalId: 'X-1',
      userName: 'Ada.Lovelace',
      name: { givenName: 'Ada', familyName: 'Lovelace', formatted: 'Ada Lovelace' },
      displayName: 'Ada Lovelace',
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
      groups: [],
      meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String), location },
    });
    expect(await standingOf(service, id)).toEqual({ organizationId, organizationRole: 'MEMBER' });
    const [row] = await service.sql`SELECT password_hash, email_verified_at FROM users WHERE id = ${id}`;
    expect(row).toEqual({ passwordHash: null, emailVerifiedAt: expect.any(Date) });
    expect(await service.mails(email)).toEqual([]);
    expect(await entriesAbout(id)).toEqual([
      {
        action: 'ORG_MEMBER_PROVISIONED',
        userId: null,
        metadata: { targetUserId: id, adopted: false, via: 'scim', tokenId },
      },
    ]);
  });

  test('takes the address from userName, and may create someone inactive', async () => {
    const { client, newEmail } = directory;
    const email = newEmail();
    const { body } = await createPerson(client, { userName: email, active: 'False' });
    expect(body).toMatchObject({ emails: [{ value: email }], active: false });
    expect(await active(body.id)).toBe(false);
  });

  test('refuses addresses outside the verified domains, and what is no address', async () => {
    const { client, domain, id } = directory;
    const create = (userName: string) => createPerson(client, { userName }).then(refusalIn);
    expect(await create('ada@elsewhere.test')).toEqual([403, undefined]);
    expect(await create(`ada@sub.${domain}`)).toEqual([403, undefined]);
    expect(await create('ada')).toEqual([400, 'invalidValue']);
    expect(await create('')).toEqual([400, 'invalidValue']);
    const elsewhere = `claimed-${id}.test`;
    await service.sql`
      INSERT INTO organization_domains (id, organization_id, name, challenge, created_at)
      VALUES (gen_random_uuid(), ${id}, ${elsewhere}, '', now())`;
    expect(await create(`ada@${elsewhere}`)).toEqual([403, undefined]);
  });

  test('is 409 for a person or a userName that is there, in any case of letters', async () => {
    const { client, newEmail, member } = directory;
    const [one, other] = [newEmail(), newEmail()];
    await createPerson(client, { userName: 'Grace', emails: [{ value: one }] });
    expect(refusalIn(await createPerson(client, { userName: one }))).toEqual([409, 'uniqueness']);
    expect(refusalIn(await createPerson(client, { userName: 'gRACE', emails: [{ value: other }] }))).toEqual([
      409,
      'uniqueness',
    ]);
    // A member whom the directory never named has their address as userName.
    const colleague = await member();
    const taken = { userName: colleague.email.toUpperCase(), emails: [{ value: other }] };
    expect(refusalIn(await createPerson(client, taken))).toEqual([409, 'uniqueness']);
    const foreign = await newDirectory(service);
    expect(
      (await createPerson(foreign.client, { userName: 'Grace', emails: [{ value: foreign.newEmail() }] }))
        .status,
    ).toBe(201);
  });

  test('links a member as they are, without mail', async () => {
    const { client, member, id: organizationId } = directory;
    const admin = await member('ADMIN');
    const { status, body } = await createPerson(client, {
      userName: admin.email,
      externalId: '7',
      name: { givenName: 'Changed' },
      active: false,
    });
    expect([status, body.id, body.active]).toEqual([201, admin.id, true]);
    expect(body.name.givenName).not.toBe('Changed');
    expect(await standingOf(service, admin.id)).toEqual({ organizationId, organizationRole: 'ADMIN' });
    expect(await service.mails(admin.email)).toEqual([]);
    expect((await admin.client.get('/api/auth/me')).status).toBe(200);
  });

  test('adopts a person without an organization, or removed by hand, and tells them', async () => {
    const { client, newEmail, member, owner, id: organizationId } = directory;
    const loner = await newVerifiedLoner(service, newEmail());
    const removed = await member();
    await owner.client.delete(`/api/organizations/current/members/${removed.id}`);
    for (const person of [loner, removed]) {
      const { status, body } = await createPerson(client, {
        userName: person.email,
        name: { givenName: 'Ada' },
      });
      expect([status, body.id, body.active, body.name.givenName]).toEqual([201, person.id, true, 'Ada']);
      expect(await standingOf(service, person.id)).toEqual({ organizationId, organizationRole: 'MEMBER' });
      expect((await service.mails(person.email)).map(({ subject }) => subject)).toEqual([
        'Your account was added to an organization',
      ]);
      const [first] = (await entriesAbout(person.id)).filter(
        ({ action }) => action === 'ORG_MEMBER_PROVISIONED',
      );
      expect(first?.metadata).toMatchObject({ adopted: true, via: 'scim' });
    }
  });

  test('is 409 for a verified account that belongs elsewhere or is leaving', async () => {
    const { client, newEmail } = directory;
    const elsewhere = await newOrganization(service);
    const email = newEmail();
    await moveAddress(service, elsewhere.owner.id, email, 'proven');
    expect(refusalIn(await createPerson(client, { userName: email }))).toEqual([409, 'uniqueness']);
    const leaving = await newVerifiedLoner(service, newEmail());
    await service.sql`
      INSERT INTO account_deletions (user_id, token_hash, requested_at, scheduled_for)
      VALUES (${leaving.id}, ${Buffer.from(leaving.id)}, now(), 'infinity')`;
    expect(refusalIn(await createPerson(client, { userName: leaving.email }))).toEqual([409, 'uniqueness']);
  });

  test('reclaims an account that was never verified, wherever it belongs', async () => {
    const { client, newEmail, id: organizationId } = directory;
    const email = newEmail();
    const squatter = await newUser(service, { email, organizationName: 'Squat' });
    const signedIn = service.client();
    await signedIn.post('/api/auth/login', { email, password });
    const { status, body } = await createPerson(client, { userName: email, name: { givenName: 'Ada' } });
    expect([status, body.id, body.active]).toEqual([201, squatter.id, true]);
    expect(await standingOf(service, squatter.id)).toEqual({ organizationId, organizationRole: 'MEMBER' });
    const [row] =
      await service.sql`SELECT password_hash, email_verified_at FROM users WHERE id = ${squatter.id}`;
    expect(row).toEqual({ passwordHash: null, emailVerifiedAt: expect.any(Date) });
    expect((await signedIn.get('/api/auth/me')).status).toBe(401);
    expect((await service.mails(email)).at(-1)?.text).toContain('Squat');
    const deleted = (await service.audit()).find(
      ({ metadata }) => metadata.name === 'Squat' && metadata.reason,
    );
    expect(deleted).toMatchObject({ action: 'ORG_DELETED', metadata: { via: 'scim' } });
  });

  test('reclaims such an account even if it is leaving, and lets it keep its place here', async () => {
    const { client, newEmail, id: organizationId } = directory;
    const [leaving, here] = [
      await newUser(service, { email: newEmail(), organizationName: 'Left' }),
      await newLoner(service, newEmail()),
    ];
    expect((await leaving.client.post('/api/users/profile/deletion')).status).toBe(200);
    await joins(service, here.id, organizationId, 'ADMIN');
    for (const { id, email } of [leaving, here]) {
      const { status, body } = await createPerson(client, { userName: email });
      expect([status, body.id, body.active]).toEqual([201, id, true]);
      expect(await service.sql`SELECT 1 FROM account_deletions WHERE user_id = ${id}`).toEqual([]);
      expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(401);
    }
    expect((await here.client.get('/api/auth/me')).status).toBe(401);
    expect(await standingOf(service, here.id)).toEqual({ organizationId, organizationRole: 'ADMIN' });
    expect(await standingOf(service, leaving.id)).toEqual({ organizationId, organizationRole: 'MEMBER' });
  });

  test('leaves an organization of theirs alone where people may have several', async () => {
    const several = await startService({
      database: service.database,
      clock: service.clock,
      env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' },
    });
    const { newEmail } = directory;
    const squatter = await newUser(service, { email: newEmail(), organizationName: 'Kept' });
    const client = several.client();
    client.bearer = directory.client.bearer;
    expect((await createPerson(client, { userName: squatter.email })).body.id).toBe(squatter.id);
    const ranks = await service.sql<{ organizationId: string }[]>`
      SELECT organization_id FROM organization_members WHERE user_id = ${squatter.id}`;
    expect(ranks.map((rank) => rank.organizationId).sort()).toEqual(
      [squatter.organizationId, directory.id].sort(),
    );
  });

  test("is not bound by the organization's policy on addresses", async () => {
    const other = await newDirectory(service);
    await setPolicy(other.owner.client, organizationPolicy, { emailDomains: ['elsewhere.example'] });
    expect((await createPerson(other.client, { userName: other.newEmail() })).status).toBe(201);
  });

  test('refuses people with a role in the service', async () => {
    const { client, newEmail, member } = directory;
    const admin = await newStaff(service, 'ADMIN');
    const email = newEmail();
    await moveAddress(service, admin.id, email);
    expect(refusalIn(await createPerson(client, { userName: email }))).toEqual([403, undefined]);
    const helper = await member();
    await service.sql`
      INSERT INTO user_roles (user_id, role_id, organization_id)
      SELECT ${helper.id}, id, ${directory.id} FROM roles LIMIT 1`;
    expect(refusalIn(await createPerson(client, { userName: helper.email }))).toEqual([403, undefined]);
  });
});
