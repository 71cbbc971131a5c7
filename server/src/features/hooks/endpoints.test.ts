import { permissions } from '@latchkey/contract';
import {
  addHook,
  dropHooks,
  hookEvents,
  hooksPath,
  keptSecrets,
  newHookAdmin,
  placeHook,
} from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { giveRole, newHolder, newRole } from '@latchkey/server/testing/roles';
import { startService } from '@latchkey/server/testing/service';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const service = started(startService);

let admin: Awaited<ReturnType<typeof newHookAdmin>>;
beforeAll(async () => {
  admin = await newHookAdmin(service);
});
beforeEach(async () => {
  await dropHooks(service);
});

const url = 'https://hooks.example.com/decide?key=in-the-address';

describe('a hook', () => {
  test('is added turned off, with a secret that is shown once, and told without it', async () => {
    const made = await admin.client.post(hooksPath, { point: 'sign_in.before', url });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      hook: {
        id: expect.any(String),
        point: 'sign_in.before',
        url,
        enabled: false,
        timeoutMs: 2000,
        onFailure: 'deny',
        createdAt: expect.any(String),
        updatedAt: made.body.hook.createdAt,
      },
      secret: expect.stringMatching(/^whsec_/),
    });
    const { hook, secret } = made.body;
    const one = await admin.client.get(`${hooksPath}/${hook.id}`);
    const all = await admin.client.get(hooksPath);
    expect([one.body, all.body]).toEqual([{ hook }, { hooks: [hook] }]);
    const stored = await keptSecrets(service);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.sealed.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
  });

  test('is one of its point, which never changes', async () => {
    const { id } = await addHook(admin, 'token.claims', url);
    const again = await admin.client.post(hooksPath, { point: 'token.claims', url });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'HOOK_EXISTS' } } });
    const moved = await admin.client.patch(`${hooksPath}/${id}`, { point: 'mail.send', timeoutMs: 300 });
    expect(moved.body.hook).toMatchObject({ point: 'token.claims', timeoutMs: 300 });
  });

  test('added ten times at once, is added once', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => admin.client.post(hooksPath, { point: 'mail.send', url })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test.each([
    ['a private address', { url: 'https://10.0.0.1/' }, 'HOOK_URL_FORBIDDEN'],
    ['a user name in the address', { url: 'https://ada@example.com/' }, 'HOOK_URL_FORBIDDEN'],
    ['too little time', { timeoutMs: 99 }, 'VALIDATION_FAILED'],
    ['too much time', { timeoutMs: 5001 }, 'VALIDATION_FAILED'],
    ['half a millisecond', { timeoutMs: 100.5 }, 'VALIDATION_FAILED'],
    ['another way to fail', { onFailure: 'ignore' }, 'VALIDATION_FAILED'],
    ['something else than true or false', { enabled: 'yes' }, 'VALIDATION_FAILED'],
  ])('is refused with %s, when it is added and when it is changed', async (_name, wrong, code) => {
    const { status, body } = await admin.client.post(hooksPath, { point: 'sign_in.before', url, ...wrong });
    expect([status, body.error.code]).toEqual([400, code]);
    const { id } = await addHook(admin, 'sign_in.before', url);
    const changed = await admin.client.patch(`${hooksPath}/${id}`, wrong);
    expect([changed.status, changed.body.error.code]).toEqual([400, code]);
  });

  test('at an unknown point is refused', async () => {
    const made = await admin.client.post(hooksPath, { point: 'sign_in.after', url });
    expect(made).toMatchObject({
      status: 400,
      body: { error: { details: { point: [expect.any(String)] } } },
    });
  });

  test('that sends mail cannot be skipped, when it is added and when it is changed', async () => {
    const allowing = { point: 'mail.send', url, onFailure: 'allow' };
    const refused = { status: 400, body: { error: { details: { onFailure: [expect.any(String)] } } } };
    expect(await admin.client.post(hooksPath, allowing)).toMatchObject(refused);
    const { id } = await addHook(admin, 'mail.send', url);
    expect(await admin.client.patch(`${hooksPath}/${id}`, { onFailure: 'allow' })).toMatchObject(refused);
  });

  test('leaves in the audit trail who changed what, with no more of its address than where it is', async () => {
    const { id } = await addHook(admin, 'sign_in.before', url);
    await admin.client.patch(`${hooksPath}/${id}`, {
      url: 'https://other.example.com/secret',
      timeoutMs: 100,
    });
    await admin.client.patch(`${hooksPath}/${id}`, { timeoutMs: 100 });
    await admin.client.post(`${hooksPath}/${id}/rotate-secret`, { overlapHours: 1 });
    await admin.client.delete(`${hooksPath}/${id}`);
    const entries = (await service.audit(admin.email)).filter(({ metadata }) => metadata.hookId === id);
    const about = { hookId: id, point: 'sign_in.before', origin: 'https://other.example.com' };
    const from = 'https://hooks.example.com';
    expect(entries.map(({ action, metadata }) => ({ action, ...metadata }))).toEqual([
      {
        ...{ ...about, action: 'ADMIN_HOOK_CREATED', origin: from },
        ...{ enabled: true, timeoutMs: 2000, onFailure: 'deny' },
      },
      {
        ...{ ...about, action: 'ADMIN_HOOK_UPDATED' },
        changes: { url: { from, to: about.origin }, timeoutMs: { from: 2000, to: 100 } },
      },
      { ...about, action: 'ADMIN_HOOK_SECRET_ROTATED', overlapHours: 1 },
      { ...about, action: 'ADMIN_HOOK_DELETED' },
    ]);
    const events = await hookEvents(service);
    expect(events.length).toBeGreaterThan(3);
    expect(JSON.stringify(events)).not.toMatch(/in-the-address|secret"/);
  });

  test('that is unknown is not found', async () => {
    const unknown = `${hooksPath}/00000000-0000-4000-8000-000000000000`;
    const answers = [
      await admin.client.get(unknown),
      await admin.client.patch(unknown, {}),
      await admin.client.delete(unknown),
      await admin.client.post(`${unknown}/rotate-secret`, {}),
      await admin.client.post(`${unknown}/test`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

test('hooks:read reads; hooks:write changes nothing unless its holder has every permission of the service', async () => {
  const id = await placeHook(service);
  const holder = await newHolder(
    service,
    permissions.filter((each) => each !== 'audit:read'),
  );
  const acts = async () =>
    [
      await holder.client.get(hooksPath),
      await holder.client.get(`${hooksPath}/${id}`),
      await holder.client.post(hooksPath, { point: 'mail.send', url }),
      await holder.client.patch(`${hooksPath}/${id}`, {}),
      await holder.client.post(`${hooksPath}/${id}/rotate-secret`, {}),
      await holder.client.post(`${hooksPath}/${id}/test`),
      await holder.client.delete(`${hooksPath}/${id}`),
    ].map(({ status }) => status);
  expect(await acts()).toEqual([200, 200, 403, 403, 403, 403, 403]);
  await giveRole(service, holder.id, (await newRole(service, ['audit:read'])).id);
  expect(await acts()).toEqual([200, 200, 201, 200, 200, 200, 200]);
});
