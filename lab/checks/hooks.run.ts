import { environmentOf } from '@latchkey/server/testing/command';
import { addHook, allowLoopback, dropHooks, newHookAdmin, startHooks } from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { afterAll, expect, test } from 'vitest';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';

/*
 * What a sign-in takes with all four hooks turned on, beside one without any, in turns: the wait for a hook that takes its time
 * is the hook's own, and the rest is what asking costs. The hook of sign-ins is the one that is asked.
 */

const rounds = 6;
const signIns = 20;
const ownMs = 25;
const service = started(() => startService({ env: allowLoopback }));
const receiver = started(startHooks);
const report = createReport('hooks-cost', [
  'sign-ins a turn',
  'without hooks (ms)',
  "with all four, less the hook's own time, by that: median",
  'least and most',
]);
afterAll(async () => {
  report.write();
  await removeNodes();
});

const points = ['registration.before', 'sign_in.before', 'token.claims', 'mail.send'] as const;
const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

async function login(url: string, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: 'http://localhost' };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
}

test('asking a hook costs a sign-in little', async () => {
  const admin = await newHookAdmin(service);
  const { email } = await newUser(service);
  // In production, hooks are at https addresses.
  const node = await startNode({ ...environmentOf(service), ...allowLoopback, NODE_ENV: 'development' });
  let own = 0;
  receiver.answer(async ({ type }) => {
    if (type !== 'sign_in.before') return {};
    const began = performance.now();
    await new Promise((resolve) => setTimeout(resolve, ownMs));
    own += performance.now() - began;
    return { decision: 'allow' };
  });
  const signIn = () => login(node.url, email);
  /** Milliseconds that a sign-in took, without those that the hook itself did. */
  const measure = async (withHooks: boolean) => {
    await dropHooks(service);
    if (withHooks) for (const point of points) await addHook(admin, point, receiver.url);
    await signIn();
    own = 0;
    const began = performance.now();
    for (let nth = 0; nth < signIns; nth++) await signIn();
    expect(own > 0).toBe(withHooks);
    return (performance.now() - began - own) / signIns;
  };
  const measured: { plain: number; ratio: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const took = new Map<boolean, number>();
    for (const withHooks of round % 2 === 0 ? [false, true] : [true, false])
      took.set(withHooks, await measure(withHooks));
    const plain = took.get(false) ?? 0;
    measured.push({ plain, ratio: (took.get(true) ?? 0) / plain });
  }
  const ratios = measured.map(({ ratio }) => ratio);
  report.add([
    signIns,
    Math.round(middle(measured.map((each) => each.plain))),
    middle(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}, ${Math.max(...ratios).toFixed(2)}`,
  ]);
});
