// An application of its own process that checks callers locally, as fast as it can, until it is told to stop. It notes for each
// credential when the last check began that passed: by the monotonic clock, which all processes of a machine share.
import { setTimeout as pause } from 'node:timers/promises';
import { createLatchkey } from '@latchkey/sdk/server';

const nowMs = () => Number(process.hrtime.bigint()) / 1e6;
const wall = Date.now.bind(Date);
const atOnce = 500;
/** Refusals aren't kept, so each of them takes a request: few of the checks are about who was refused before. */
const shareOfRefused = 0.02;

async function check({ url, local, requests, least }) {
  const latchkey = createLatchkey({ url, timeoutMs: 2000, onUnavailable() {}, local });
  const lastPass = requests.map(() => null);
  const isRefused = requests.map(() => false);
  let [checks, isOver, isReady] = [0, false, false];
  process.on('message', ({ stop, clock }) => {
    isOver ||= Boolean(stop);
    if (clock !== undefined) Date.now = () => wall() + clock;
  });
  async function callers() {
    while (!isOver || checks < least) {
      for (let n = 0; n < atOnce; n++) {
        const which = Math.floor(Math.random() * requests.length);
        if (isRefused[which] && Math.random() > shareOfRefused) continue;
        const since = nowMs();
        const { caller, refused } = await latchkey.authenticate(requests[which]);
        checks++;
        isRefused[which] = refused?.status === 401;
        if (caller) lastPass[which] = since;
      }
      if (!isReady && latchkey.local.stats().hits > 1000) {
        isReady = true;
        process.send({ ready: true });
      }
      await pause(1);
    }
  }
  await Promise.all([callers(), callers(), callers()]);
  const { hits } = latchkey.local.stats();
  latchkey.close();
  process.send({ checks, hits, lastPass }, () => process.disconnect());
}

process.once('message', check);
