import { stale } from '@latchkey/server/testing/authenticator';
import { makeScimToken, scimTokensPath } from '@latchkey/server/testing/directories';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { moveTo, newStaff, newVerified, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findScimToken } from '../../identity/memberships/scim-token-store.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';

const service = started(startService);

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const live = (secret: string) => findScimToken(service.sql, sha256(secret));

describe('creating a token', () => {
  test('shows its secret once, keeps only a hash, and is recorded', async () => {
    const { id: organizationId, owner } = await newOrganization(service);
    const answer = await owner.client.post(scimTokensPath, { description: ' Entra ' });
    expect(answer.status).toBe(201);
    const { token, secret } = answer.body;
    expect(secret).toMatch(/^lsd_[\w-]{43}$/);
    expect(token).toEqual({
      id: expect.any(String),
      description: 'Entra',
      createdBy: { id: owner.id, email: owner.email },
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const listed = await owner.client.get(scimTokensPath);
    expect(listed.body).toEqual({ tokens: [token] });
    expect(listed.text).not.toContain(secret);
    expect(await live(secret)).toEqual({ id: token.id, organizationId });
    const kept = await service.sql`SELECT t::text FROM scim_tokens t WHERE id = ${token.id}`;
    expect(JSON.stringify(kept)).not.toContain(secret);
    const entry = (await service.audit()).findLast(({ userId }) => userId === owner.id);
    expect(entry).toMatchObject({
      action: 'ORG_SCIM_TOKEN_CREATED',
      organizationId,
      metadata: { tokenId: token.id, description: 'Entra' },
    });
    expect(JSON.stringify(entry)).not.toContain(secret);
  });

  test('needs no description', async () => {
    const { owner } = await newOrganization(service);
    expect((await makeScimToken(owner.client)).description).toBeNull();
    expect((await makeScimToken(owner.client, { description: ' ' })).description).toBeNull();
    expect(codeOf(await owner.client.post(scimTokensPath, { description: 'x'.repeat(101) }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  test('ends at two, also for requests that arrive together, and goes on once one is revoked', async () => {
    const { owner } = await newOrganization(service);
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.client.post(scimTokensPath, {})));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(2);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(codeOf(refused)).toEqual([400, 'SCIM_TOKEN_LIMIT_REACHED']);
      expect(refused.body.error.details).toEqual({ limit: 2 });
    }
    await owner.client.delete(`${scimTokensPath}/${made[0]?.body.token.id}`);
    expect((await owner.client.post(scimTokensPath, {})).status).toBe(201);
  });

  test('is for OWNERs with a recent proof, and reading for ADMINs', async () => {
    const { id, owner } = await newOrganization(service);
    const token = await makeScimToken(owner.client);
    const [admin, member] = [await newMember(service, id, 'ADMIN'), await newMember(service, id, 'MEMBER')];
    expect((await admin.client.get(scimTokensPath)).body.tokens).toHaveLength(1);
    expect((await member.client.get(scimTokensPath)).status).toBe(403);
    expect((await admin.client.post(scimTokensPath, {})).status).toBe(403);
    expect((await admin.client.delete(`${scimTokensPath}/${token.id}`)).status).toBe(403);
    const key = keyClient(service, (await newKey(owner.client, { permission: 'READ_WRITE' })).key);
    expect((await key.get(scimTokensPath)).status).toBe(200);
    expect((await key.post(scimTokensPath, {})).status).toBe(403);
    await stale(service, owner.id);
    expect(codeOf(await owner.client.post(scimTokensPath, {}))).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect(codeOf(await owner.client.delete(`${scimTokensPath}/${token.id}`))).toEqual([
      403,
      'REAUTHENTICATION_REQUIRED',
    ]);
  });

  test('is closed while impersonating', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { owner } = await newOrganization(service);
    const token = await makeScimToken(owner.client);
    await admin.client.post('/api/admin/impersonate', { userId: owner.id });
    expect(codeOf(await admin.client.post(scimTokensPath, {}))).toEqual([403, 'IMPERSONATION_BLOCKED']);
    expect(codeOf(await admin.client.delete(`${scimTokensPath}/${token.id}`))).toEqual([
      403,
      'IMPERSONATION_BLOCKED',
    ]);
  });
});

describe('a token', () => {
  test('opens nothing outside SCIM', async () => {
    const { owner } = await newOrganization(service);
    const directory = keyClient(service, (await makeScimToken(owner.client)).secret);
    for (const path of ['/api/auth/me', '/api/organizations/current', scimTokensPath])
      expect((await directory.get(path)).status).toBe(401);
    expect((await directory.post(scimTokensPath, {})).status).toBe(401);
  });

  test('shows when it was last used', async () => {
    const { owner } = await newOrganization(service);
    const token = await makeScimToken(owner.client);
    const at = service.clock.now();
    service.deps.lastUse.scimTokens.note(token.id, at);
    service.deps.lastUse.scimTokens.note(token.id, at);
    const [listed] = (await owner.client.get(scimTokensPath)).body.tokens;
    expect(listed.lastUsedAt).toBe(at.toISOString());
  });

  test('is gone at once when it is revoked, and only once', async () => {
    const { owner } = await newOrganization(service);
    const token = await makeScimToken(owner.client, { description: 'Okta' });
    const path = `${scimTokensPath}/${token.id}`;
    const stranger = (await newOrganization(service)).owner;
    expect((await stranger.client.delete(path)).status).toBe(404);
    expect(await live(token.secret)).toBeDefined();
    const answers = await Promise.all([owner.client.delete(path), owner.client.delete(path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await live(token.secret)).toBeUndefined();
    expect((await owner.client.get(scimTokensPath)).body).toEqual({ tokens: [] });
    const entries = (await service.audit(owner.email)).filter(
      ({ action }) => action === 'ORG_SCIM_TOKEN_REVOKED',
    );
    expect(entries.map(({ metadata }) => metadata)).toEqual([{ tokenId: token.id, description: 'Okta' }]);
  });

  test('outlives its maker', async () => {
    const { id, owner } = await newOrganization(service);
    const second = await newMember(service, id, 'OWNER');
    const token = await makeScimToken(second.client);
    const admin = await newStaff(service, 'ADMIN');
    expect((await admin.client.delete(`/api/users/${second.id}`)).status).toBe(200);
    expect(await live(token.secret)).toBeDefined();
    expect((await owner.client.get(scimTokensPath)).body.tokens).toMatchObject([
      { id: token.id, createdBy: null },
    ]);
  });

  test('ends when an undone email change shows that its maker was not the owner of the account', async () => {
    const { client, email } = await newVerified(service);
    const before = await makeScimToken(client);
    service.clock.advance({ minutes: 1 });
    await moveTo(service, client, `taken-${email}`);
    const since = await makeScimToken(client);
    const mail = (await service.mails(email)).findLast(({ text }) => text.includes('/undo-email-change'));
    const undo = /undo-email-change\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await service.client().post('/api/auth/undo-email-change', { token: undo })).status).toBe(200);
    expect(await live(since.secret)).toBeUndefined();
    expect(await live(before.secret)).toBeDefined();
  });
});
