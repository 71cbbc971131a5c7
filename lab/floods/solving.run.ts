import type { Challenge } from '@latchkey/contract';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { findBrowser, wholeBrowsers } from '../../e2e/browser.ts';
import { bundleOf } from '../../sdk/src/testing/bundle.ts';
import { createBots } from '../../server/src/platform/bots/bots.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { flag } from '../flag.ts';
import { createReport } from '../report.ts';

/*
 * How long a page computes for a challenge at the usual cost, with the SDK, in a worker, as the hosted pages do it; and at a
 * sixth of the speed, as an old phone does: the derivation isn't slowed down by the browser's own throttling, so its part is
 * counted six times. Measure on idle cores: the aims are half a second and two.
 */

const solutions = flag('solutions', 60);
const only = new RegExp(process.env.LAB_ONLY ?? '', 'i');
const executablePath = findBrowser('the time of a challenge', wholeBrowsers);
const report = createReport('solving', [
  'solutions',
  'tries, average',
  'a try (ms)',
  'desktop (ms)',
  'six times slower',
]);
afterAll(() => report.write());

const secrets = { session: 'a-session-secret-for-the-lab-0123456789', previous: { session: [] } };
const botProtection = { kind: 'pow', cost: 5 };

const program = `
  import { solveChallenge } from 'http://localhost/sdk.js';
  onmessage = async ({ data }) => {
    const begun = performance.now();
    const solution = await solveChallenge(data);
    postMessage({ solution, ms: performance.now() - begun });
  };
  postMessage('ready');`;

/** A page with the SDK. Web Crypto needs one at localhost or over https. */
async function openPage(browser: Browser): Promise<Page> {
  const files: Record<string, [type: string, body: string]> = {
    '/': ['text/html', '<!doctype html>'],
    '/sdk.js': ['text/javascript', (await bundleOf('index.ts')).code],
    '/worker.js': ['text/javascript', program],
  };
  const page = await browser.newPage();
  await page.route('http://localhost/**', (route) => {
    const [contentType = '', body = ''] = files[new URL(route.request().url()).pathname] ?? [];
    return route.fulfill({ contentType, body });
  });
  await page.goto('http://localhost/');
  return page;
}

const solveIn = (page: Page, challenge: Challenge) =>
  page.evaluate(async (given) => {
    const worker = new Worker('/worker.js', { type: 'module' });
    const next = () =>
      new Promise<unknown>((told) => {
        worker.onmessage = ({ data }) => told(data);
      });
    await next();
    worker.postMessage(given);
    const answer = (await next()) as { solution: string; ms: number };
    worker.terminate();
    return answer;
  }, challenge);

test.runIf(executablePath && only.test('a page'))('a page solves what it is asked', async () => {
  const bots = createBots({ botProtection, secrets } as never, { clock: systemClock() } as never);
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  const page = await openPage(browser);
  let [tries, took] = [0, 0];
  for (let nth = 0; nth < solutions; nth++) {
    const { solution, ms } = await solveIn(page, bots.challenge(new Date()));
    expect(await bots.check(solution, '')).toBeDefined();
    tries += JSON.parse(Buffer.from(solution, 'base64').toString()).solution.counter + 1;
    took += ms;
  }
  await browser.close();
  // By the usual number of tries, so that luck doesn't count.
  const each = took / tries;
  const desktop = Math.round(each * 256);
  report.add([solutions, Math.round(tries / solutions), each.toFixed(2), desktop, desktop * 6]);
});
