import { pbkdf2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { urlOf } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { afterAll, afterEach, expect, test } from 'vitest';
import { flag } from '../flag.ts';
import { createHttp } from '../load/http.ts';
import { removeNodes, secrets, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startMailbox } from '../smtp.ts';

/*
 * What fake registrations cost the program that sends them, and the service, with and without proof of work. The program
 * solves as fast as a core can: OpenSSL, without the overhead of a page.
 */

const count = flag('registrations', 50);
const service = started(() => startService({ env: secrets }));
const mailbox = started(startMailbox);
const report = createReport('registrations', [
  'protection',
  'accounts made',
  'sender: CPU seconds per thousand',
  'sender: milliseconds per solution, median',
  'service: CPU seconds per thousand',
  'service: CPU seconds per thousand refused',
]);
afterAll(() => report.write());
afterEach(removeNodes);

/** Of all threads of a process. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
const ownCpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

type Puzzle = { parameters: { nonce: string; salt: string; cost: number; keyPrefix: string } };

function solve(challenge: Puzzle): string {
  const { nonce, salt, cost, keyPrefix } = challenge.parameters;
  const password = Buffer.from(`${nonce}00000000`, 'hex');
  const salted = Buffer.from(salt, 'hex');
  for (let counter = 0; ; counter++) {
    password.writeUInt32BE(counter, 16);
    const derivedKey = pbkdf2Sync(password, salted, cost, 32, 'sha256').toString('hex');
    if (derivedKey.startsWith(keyPrefix))
      return Buffer.from(JSON.stringify({ challenge, solution: { counter, derivedKey } })).toString('base64');
  }
}

for (const protection of ['off', 'pow'])
  test(`a thousand fake registrations are priced with protection ${protection}`, async () => {
    const { url, pid } = await startNode({
      DATABASE_URL: urlOf(service.database.connection),
      SMTP_URL: mailbox.url,
      BOT_PROTECTION: protection,
    });
    const { send } = createHttp(1);
    const path = '/api/auth/register';
    const register = (nth: number, headers = {}) => {
      const email = `${protection}-${nth}@example.com`;
      const body = { email, password: 'Correct-Horse-7', organizationName: 'Fake' };
      return send(url, { method: 'POST', path, headers, body });
    };
    const perThousand = (from: number, to: number) => (((to - from) / count) * 1000).toFixed(1);
    // Unsolved, these cost the service what it takes to refuse them.
    const idle = cpuSeconds(pid());
    for (let nth = 0; protection === 'pow' && nth < count; nth++)
      expect((await register(nth)).status).toBe(403);
    const [before, own] = [cpuSeconds(pid()), ownCpuSeconds()];
    const solvedIn: number[] = [];
    for (let nth = 0; nth < count; nth++) {
      const { body } = await send(url, { method: 'GET', path: '/api/auth/challenge' });
      const begun = performance.now();
      const headers = body.kind === 'pow' ? { 'x-challenge': solve(body.challenge) } : {};
      solvedIn.push(performance.now() - begun);
      expect((await register(nth, headers)).status).toBe(201);
    }
    const isSolved = protection === 'pow';
    report.add([
      protection,
      count,
      perThousand(own, ownCpuSeconds()),
      isSolved ? Math.round(solvedIn.sort((a, b) => a - b)[count >> 1] ?? 0) : '–',
      perThousand(before, cpuSeconds(pid())),
      isSolved ? perThousand(idle, before) : '–',
    ]);
  });
