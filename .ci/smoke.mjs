// Registers, signs in and reads the profile on a running service: `node .ci/smoke.mjs http://localhost:3000`. It waits up
// to two minutes for the service. With --ready it only checks that the service is ready.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

const [address = 'http://localhost:3000', flag] = process.argv.slice(2);

async function waitUntilReady() {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(500)) {
    const response = await fetch(`${address}/api/health/ready`).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error(`${address} did not become ready in two minutes.`);
}

async function post(path, body) {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
  return response.json();
}

await waitUntilReady();
if (flag !== '--ready') {
  const email = `smoke-${Date.now()}@example.com`;
  const password = 'Correct-Horse-7';
  await post('/api/auth/register', { email, password, firstName: 'Ada', organizationName: 'Smoke' });
  const { tokens } = await post('/api/auth/login', { email, password });
  const me = await fetch(`${address}/api/auth/me`, {
    headers: { Authorization: `Bearer ${tokens.accessToken}` },
  });
  assert.equal((await me.json()).user?.email, email);
}
console.log(`${address} is fine.`);
