import { environmentOf, spawnCommand } from '@latchkey/server/testing/command';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { findRedisServer, startRedis } from '@latchkey/server/testing/limit-stores';
import {
  askBy,
  redisPassword,
  redisTls,
  startRedisCluster,
  startWatched,
  tlsPort,
} from '@latchkey/server/testing/redis-groups';
import { startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { describe, expect, test, vi } from 'vitest';

const binary = findRedisServer('the rate limits over TLS') ?? '';
vi.setConfig({ testTimeout: 180_000 });

/** Node.js reads its authorities when a process starts, so each question is asked by a process of its own. */
describe.skipIf(!binary)('limits counted over TLS, with certificates of a private authority', () => {
  const service = started(startService);

  async function limitsAt(url: string, authorityFile?: string): Promise<string[]> {
    const env = { ...environmentOf(service), REDIS_URL: url };
    const { out } = await spawnCommand(['doctor', '--json'], {
      cwd: await temporaryFolder('redis-tls'),
      env: { ...env, ...(authorityFile && { NODE_EXTRA_CA_CERTS: authorityFile }) },
    });
    const { findings } = JSON.parse(out) as {
      findings: { area: string; message: string; fix?: string }[];
    };
    // The beginning of its advice is enough.
    return findings
      .filter(({ area }) => area === 'limits')
      .map(({ message, fix }) => (fix ? `${message} ${fix.split(/ that |\./)[0]}` : message));
  }
  const counting = ['Redis is counting requests.'];
  /** A server that takes more than two seconds to greet doesn't count, so a busy machine is asked again. */
  const isCounting = (url: string, authorityFile: string) =>
    eventually(async () => expect(await limitsAt(url, authorityFile)).toEqual(counting));
  const failing = (code: string, advice: string) => [
    `Redis can't count requests (${code}), so every request is let through. ${advice}`,
  ];

  test('a single server is trusted by its authority and its name only', async () => {
    const tls = await redisTls();
    const { port } = await startRedis(binary, redisPassword, await tlsPort(tls));
    const url = `rediss://:${redisPassword}@localhost:${port}`;
    await isCounting(url, tls.authorityFile);
    expect(await limitsAt(url)).toEqual(
      failing('SELF_SIGNED_CERT_IN_CHAIN', 'Name the file of the authority'),
    );
    expect(await limitsAt(url.replace('localhost', '127.0.0.1'), tls.authorityFile)).toEqual(
      failing('ERR_TLS_CERT_ALTNAME_INVALID', 'Name it in REDIS_URL as in its certificate'),
    );
    expect(await limitsAt(url.replace('rediss', 'redis'), tls.authorityFile)).not.toEqual(counting);
  });

  test('sentinels and the master that they name are, too, before and after a switch', async () => {
    const tls = await redisTls();
    const watched = await startWatched(binary, { tls });
    await isCounting(watched.url, tls.authorityFile);
    expect(await limitsAt(watched.url)).not.toEqual(counting);
    await watched.switchOver();
    await isCounting(watched.url, tls.authorityFile);
    const port = await watched.masterPort();
    expect(String(await askBy(tls, port, ['INFO', 'commandstats']))).toMatch(/cmdstat_eval/);
  });

  test('so are all members of a cluster, by the names that it announces', async () => {
    const tls = await redisTls();
    const cluster = await startRedisCluster(binary, { tls });
    await isCounting(cluster.url, tls.authorityFile);
    expect(await limitsAt(cluster.url)).not.toEqual(counting);
    // Each is asked about by the name of another one, which moves the question there.
    for (const { port } of cluster.servers)
      await isCounting(`rediss+cluster://:${redisPassword}@localhost:${port}`, tls.authorityFile);
  });
});
