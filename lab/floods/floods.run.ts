import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';

/*
 * Floods of a thousand requests at once from one address, each for another account, and a person elsewhere who signs in
 * meanwhile, at bcrypt cost 12. LAB_LIMIT sets MAX_REQUESTS_PER_ADDRESS, LAB_RETRY how many seconds the flood waits after
 * a refusal, which says to wait one.
 */

const { LAB_LIMIT = '64', LAB_CONNECTIONS = '1000', LAB_SIGNINS = '6', LAB_RETRY = '1' } = process.env;
const bystander = { email: 'bystander@example.com', password: 'Correct-Horse-7' };
const most = 2000;

const report = createReport('floods', [
  'flood',
  'limit',
  'sign-ins',
  'alone ms',
  'median ms',
  'slowest ms',
  'flood refused',
]);
afterAll(async () => {
  report.write();
  await removeNodes();
});

type Sent = { status: number; ms: number };

function post(agent: Agent, url: string, address: string, body: object): Promise<Sent> {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-forwarded-for': address,
  };
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - begun });
      });
    });
    asking.on('error', reject).end(text);
  });
}

let nth = 0;
const floods: [name: string, path: string, body: () => object][] = [
  ['logins', '/api/auth/login', () => ({ email: `nobody-${nth++}@example.com`, password: 'Wrong-Horse-7' })],
  [
    'registrations',
    '/api/auth/register',
    () => ({ email: `flood-${nth++}@example.com`, password: 'Correct-Horse-7', organizationName: 'Flood' }),
  ],
  ['reset links', '/api/auth/forgot-password', () => ({ email: `nobody-${nth++}@example.com` })],
];

test.each(floods)(
  'a person elsewhere signs in within two seconds during a flood of %s',
  async (name, path, body) => {
    const node = await startNode({
      NODE_ENV: 'development',
      DATABASE_URL: 'embedded:database',
      TRUST_PROXY: 'loopback',
      MAX_REQUESTS_PER_ADDRESS: LAB_LIMIT,
      RATE_LIMIT_FORGOT_PASSWORD: '1000000/1h',
    });
    const own = new Agent({ keepAlive: true });
    const signIn = () => post(own, `${node.url}/api/auth/login`, '198.51.100.7', bystander);
    await post(own, `${node.url}/api/auth/register`, '198.51.100.7', {
      ...bystander,
      organizationName: 'Home',
    });
    expect((await signIn()).status).toBe(200);
    const alone = await signIn();

    const agent = new Agent({ keepAlive: true, maxSockets: Number(LAB_CONNECTIONS) });
    const outcome = { isOver: false, sent: 0, refused: 0 };
    const attackers = Array.from({ length: Number(LAB_CONNECTIONS) }, async () => {
      while (!outcome.isOver) {
        const { status } = await post(agent, node.url + path, '203.0.113.66', body()).catch(() => ({
          status: 0,
        }));
        outcome.sent++;
        if (status !== 503) continue;
        outcome.refused++;
        await pause(Number(LAB_RETRY) * 1000);
      }
    });
    await pause(1000);
    const waits: number[] = [];
    for (let count = 0; count < Number(LAB_SIGNINS); count++) {
      const { status, ms } = await signIn();
      expect(status).toBe(200);
      waits.push(Math.round(ms));
    }
    outcome.isOver = true;
    agent.destroy();
    await Promise.all(attackers);
    await node.stop();
    waits.sort((one, other) => one - other);
    const [median = 0, slowest = 0] = [waits[waits.length >> 1], waits.at(-1)];
    const share = `${Math.round((100 * outcome.refused) / Math.max(outcome.sent, 1))} %`;
    report.add([name, LAB_LIMIT, waits.length, Math.round(alone.ms), median, slowest, share]);
    expect(slowest).toBeLessThan(most);
  },
);
