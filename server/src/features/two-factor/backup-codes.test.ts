import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { newEnrolled, nextCode, startLogin } from '@latchkey/server/testing/two-factor';
import { compare, hash } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';

const service = started(() => startService({ bcryptCost: 9 }));

const bare = (shown: string | undefined) => (shown ?? '').replace('-', '');

const hashesOf = async (userId: string) => {
  const rows = await service.sql<{ id: string; codeHash: string }[]>`
    SELECT id, code_hash FROM backup_codes WHERE user_id = ${userId}`;
  return rows;
};

/** The row of a code: the one that changes when the code is used. */
async function rowOf(userId: string, email: string, code: string | undefined) {
  const used = await (await startLogin(service, email)).validate(code ?? '');
  if (used.status !== 200) throw new Error(used.text);
  const [row] = await service.sql<{ id: string; codeHash: string }[]>`
    UPDATE backup_codes SET used_at = NULL WHERE user_id = ${userId} AND used_at IS NOT NULL RETURNING id, code_hash`;
  if (!row) throw new Error('no code was used');
  return row;
}

const keep = (id: string, codeHash: string) =>
  service.sql`UPDATE backup_codes SET code_hash = ${codeHash} WHERE id = ${id}`;

test('a code is stored as a cheap hash of a keyed digest, so the hash alone cannot confirm a guess', async () => {
  const { id, email, backupCodes } = await newEnrolled(service);
  for (const { codeHash } of await hashesOf(id)) expect(codeHash).toMatch(/^hmac:\$2[aby]\$08\$.{53}$/);
  const { codeHash } = await rowOf(id, email, backupCodes[0]);
  for (const guess of [bare(backupCodes[0]), backupCodes[0] ?? ''])
    expect(await compare(guess, codeHash.replace('hmac:', ''))).toBe(false);
});

test('a code that an earlier build stored as a hash of the code itself still logs in, once', async () => {
  const { id, email, backupCodes } = await newEnrolled(service);
  const { id: row } = await rowOf(id, email, backupCodes[1]);
  await keep(row, await hash(bare(backupCodes[1]), 10));
  const { validate } = await startLogin(service, email);
  expect((await validate(backupCodes[1] ?? '')).status).toBe(200);
  const again = await (await startLogin(service, email)).validate(backupCodes[1] ?? '');
  expect(again.body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
});

test('neither storage format passes for the other', async () => {
  const { id, email, backupCodes } = await newEnrolled(service);
  const stored = await rowOf(id, email, backupCodes[2]);
  const refused = async () =>
    (await (await startLogin(service, email)).validate(backupCodes[2] ?? '')).body.error.code;
  await keep(stored.id, stored.codeHash.replace('hmac:', ''));
  expect(await refused()).toBe('TWO_FACTOR_CODE_INVALID');
  await keep(stored.id, `hmac:${await hash(bare(backupCodes[2]), 4)}`);
  expect(await refused()).toBe('TWO_FACTOR_CODE_INVALID');
});

test('a code moved to another account works for neither account', async () => {
  const [from, to] = [await newEnrolled(service), await newEnrolled(service)];
  const { id } = await rowOf(from.id, from.email, from.backupCodes[0]);
  await service.sql`UPDATE backup_codes SET user_id = ${to.id} WHERE id = ${id}`;
  for (const { email } of [from, to]) {
    const { validate } = await startLogin(service, email);
    expect((await validate(from.backupCodes[0] ?? '')).body.error?.code).toBe('TWO_FACTOR_CODE_INVALID');
  }
});

test('regenerated codes are stored the same way', async () => {
  const { id, client, secret } = await newEnrolled(service);
  const renewed = await client.post('/api/auth/2fa/backup-codes', { code: nextCode(service, secret) });
  expect(renewed.body.backupCodes).toHaveLength(10);
  const kept = (await hashesOf(id)).map(({ codeHash }) => codeHash);
  expect(kept).toHaveLength(10);
  for (const codeHash of kept) expect(codeHash).toMatch(/^hmac:\$2[aby]\$08\$/);
});
