import { runCommand } from '@latchkey/server/testing/command';
import { freePort } from '@latchkey/server/testing/net';
import {
  copyAsStandby,
  makeCluster,
  type RealServer,
  removeServers,
  startServer,
  writeBeside,
} from '@latchkey/server/testing/postgres-servers';
import { type Replicated, startReplicated } from '@latchkey/server/testing/replicated';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Finding } from './finding.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
afterAll(removeServers);

describe('latchkey doctor, about replicas', () => {
  let made: Replicated;
  let standby: RealServer;
  beforeEach(async () => {
    made = await startReplicated();
    [standby] = made.standbys as [RealServer];
  });

  async function said(readUrl = standby.url()): Promise<Pick<Finding, 'status' | 'message'>> {
    const { session, accessToken, refreshToken } = made.service.config.secrets;
    const { out } = await runCommand(['doctor', '--json'], {
      cwd: await temporaryFolder('doctor'),
      env: {
        DATABASE_URL: made.primary.url(),
        DATABASE_READ_URL: readUrl,
        READ_MAX_LAG_MS: '3000',
        SESSION_SECRET: session,
        JWT_SECRET: accessToken,
        JWT_REFRESH_SECRET: refreshToken,
      },
    });
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    const [{ status, message } = { status: 'fault', message: 'nothing' } as const, ...others] =
      findings.filter(({ area }) => area === 'replicas');
    expect(others).toEqual([]);
    return { status, message: message.replace(/127\.0\.0\.1:\d+/, 'It') };
  }
  const warned = (message: string) => ({ status: 'warning', message });

  test('one that follows is fine, one that falls behind and one that is gone are named', async () => {
    expect(await said()).toEqual({ status: 'ok', message: 'It follows the primary.' });
    await standby.order("ALTER SYSTEM SET recovery_min_apply_delay = '1h'", 'SELECT pg_reload_conf()');
    await made.colleague.post('/api/users/profile', { firstName: 'Renamed' });
    expect(await said()).toEqual(warned('It is more than 3000 ms late. It is not read from.'));
    await standby.stop('SIGKILL');
    expect(await said()).toEqual(warned('It cannot be read (ECONNREFUSED). The primary is read instead.'));
  });

  test('a primary is no replica, neither this one nor that of another cluster', async () => {
    const leads = warned('It accepts writes, so it is no replica. It is not read from.');
    expect(await said(made.primary.url())).toEqual(leads);
    const stranger = await startServer(await makeCluster());
    await stranger.order('CREATE TABLE read_beat (id uuid)');
    expect(await said(stranger.url())).toEqual(leads);
  });

  test('a standby of another server is named, even if its log is longer', async () => {
    const follows = warned('It follows another server than the primary. It is not read from.');
    // A copy of the database that went its own way.
    await standby.order(
      'SELECT pg_promote()',
      "SELECT count(pg_logical_emit_message(false, 'far', repeat('x', 1000000))) FROM generate_series(1, 20)",
    );
    await standby.stop();
    await writeBeside(standby.data, 'data/standby.signal', '');
    const copy = await startServer(await copyAsStandby(standby.data, await freePort()));
    made.service.clock.advance({ seconds: 61 });
    await made.admin.get('/api/users');
    expect(await said(copy.url())).toEqual(follows);
  });
});
