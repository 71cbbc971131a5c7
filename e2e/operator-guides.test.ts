import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findInstalledPostgres, startInstalledPostgres } from '@latchkey/server/testing/installed-postgres';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { blocksOf, runScript } from './guide-blocks.ts';

// Each command is its own process, and there are many.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const bin = findInstalledPostgres('the commands of the guides for operators');
const password = 'password-of-the-role';
const session = 'a-session-secret-for-the-operator-guides';
const next = 'the-next-session-secret-for-operators';

/** A reader types a password, and keeps the service running in its own terminal until they are done. */
const reader = (port: number) => `
command_line() { "$NODE" "$LATCHKEY" "$@"; }
latchkey() {
  case "$1" in
    serve)
      "$NODE" "$LATCHKEY" serve > serve.log 2>&1 &
      for i in $(seq 600); do (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && break; sleep 0.1; done ;;
    admin) command_line "$@" --password Correct-Horse-7 ;;
    *) command_line "$@" ;;
  esac
}
`;

// One after another on one server, like a team that reads them in this order.
describe.skipIf(!bin)('every command in the guide', () => {
  const server = started(() => startInstalledPostgres(bin ?? ''));
  let folder: string;
  let port: number;
  const env = (): Record<string, string> => ({
    ...server.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    DATABASE_URL: databaseUrl('latchkey'),
    PORT: String(port),
    HOST: '127.0.0.1',
    SESSION_SECRET: session,
    JWT_SECRET: 'an-access-secret-for-the-operator-guides',
    JWT_REFRESH_SECRET: 'a-refresh-secret-for-the-operator-guides',
  });
  const databaseUrl = (name: string) => `postgres://latchkey:${password}@127.0.0.1:${server.port}/${name}`;
  const scriptOf = (guide: string) =>
    blocksOf(guide)
      .filter(({ kind }) => kind === 'sh')
      // What the guide leaves for the reader to fill in.
      .map(({ text }) => text.replaceAll('…', password))
      .join('\n');

  /** Runs a guide's script, with more appended. */
  async function follow(script: string, more: Record<string, string> = {}): Promise<string> {
    const { status, said } = await runScript(reader(port) + script, folder, { ...env(), ...more });
    expect(status, said).toBe(0);
    return said;
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-operator-'));
    port = await freePort();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('to running in production works', async () => {
    const said = await follow(
      `${scriptOf('run-in-production')}\ncurl -s http://127.0.0.1:${port}/api/health/ready -o /dev/null -w 'ready: %{http_code}\n'`,
    );
    expect(said).toMatch(/Would apply 0001_\S+\.sql[\s\S]+Nothing was changed\.[\s\S]+Applied 0001_/);
    expect(said).toContain('you@example.com is now an ADMIN.');
    expect(said).toMatch(/✓ database +PostgreSQL \d+/);
    expect(said).toContain('ready: 200');
  });

  test('to upgrading and rolling back works', async () => {
    const said = await follow(scriptOf('upgrade'));
    expect(said).toBe('The schema is up to date.\nThe schema is up to date.\n');
  });

  test('to rotating secrets works', async () => {
    const said = await follow(scriptOf('rotate-secrets'), {
      SESSION_SECRET: next,
      SESSION_SECRET_PREVIOUS: session,
    });
    expect(said).toContain('Stored data no longer needs SESSION_SECRET_PREVIOUS.');
  });

  test('to backing up and restoring works', async () => {
    const rotated = { SESSION_SECRET: next, SESSION_SECRET_PREVIOUS: session };
    const proved = await follow(scriptOf('back-up-and-restore'), rotated);
    expect(proved).toContain('The backup can be restored.');
    const restored = { DATABASE_URL: databaseUrl('latchkey_restored') };
    const said = await follow('latchkey doctor', { ...restored, SESSION_SECRET: next });
    expect(said).toContain('The schema is up to date.');
    expect(said).toContain('Sealed data can be read.');
    const wrong = await follow('latchkey doctor || true', restored);
    expect(wrong).toContain('SESSION_SECRET is not the one this database was sealed with');
    expect(await follow('psql -At "$DATABASE_URL" -c "SELECT email FROM users"', restored)).toBe(
      'you@example.com\n',
    );
  });
});
