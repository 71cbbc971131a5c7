import { createServer } from 'node:net';
import { closed, freePort, listen } from '@latchkey/server/testing/net';
import { expect, test } from 'vitest';
import { checkPorts } from './start.ts';

const host = '127.0.0.1';

test('a port that is taken is reported with the name of its variable', async () => {
  const other = createServer();
  const taken = await listen(other, 0);
  const free = { host, port: await freePort(), metricsHost: host, metricsPort: undefined };
  await expect(checkPorts(free)).resolves.toBeUndefined();
  await expect(checkPorts({ ...free, port: taken })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port: taken,
    variable: 'PORT',
  });
  await expect(checkPorts({ ...free, metricsPort: taken })).rejects.toMatchObject({
    variable: 'METRICS_PORT',
  });
  await closed(other);
  await expect(checkPorts({ ...free, port: taken })).resolves.toBeUndefined();
});
