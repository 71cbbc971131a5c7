import { eventually } from '@latchkey/server/testing/eventually';
import { holdTimers } from '@latchkey/server/testing/hold-timers';
import { newApplication } from '@latchkey/server/testing/oidc';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { type Receiver, startReceiver } from '@latchkey/server/testing/webhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';

let service: TestService;
let receiver: Receiver;
let silent: Receiver;
beforeEach(async () => {
  // Of requests, 15 seconds.
  holdTimers(15_000);
  service = await startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } });
  [receiver, silent] = [await startReceiver(), await startReceiver(() => undefined)];
});
afterEach(async () => {
  await service.sql`DELETE FROM logout_notices`;
  await silent.close();
  await service.close();
  await receiver.close();
});

async function application(url: string, notices: number): Promise<void> {
  const { id } = await newApplication(service, { backchannelLogoutUri: url });
  await service.sql`
    INSERT INTO logout_notices (application_id, user_id, session_id)
    SELECT ${id}, gen_random_uuid(), gen_random_uuid() FROM generate_series(1, ${notices}::int)`;
}

test.each([8, 80])('a sign-out reaches an application while %d others never respond', async (others) => {
  for (let number = 1; number <= others; number++) await application(`${silent.url}/${number}`, 20);
  // As in a running service: it also looks for what arrives while every lane waits.
  service.logoutWorker.start();
  await eventually(() => expect(silent.received.length).toBeGreaterThanOrEqual(16));
  await application(receiver.url, 1);
  await eventually(() => expect(receiver.received).toHaveLength(1));
  // None of the silent requests has ended by then, and none has more than two in flight.
  expect(silent.closed()).toBe(0);
  const paths = silent.received.map(({ path }) => path);
  expect(
    Math.max(...paths.map((path) => paths.filter((other) => other === path).length)),
  ).toBeLessThanOrEqual(2);
});
