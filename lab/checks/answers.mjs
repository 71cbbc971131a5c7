// How long local answers take, in a process that does nothing else. Prints figures of several rounds.
import { setImmediate as others } from 'node:timers/promises';
import { createLatchkey } from '@latchkey/sdk/server';

const { url, key, token } = JSON.parse(process.argv[2]);
const latchkey = createLatchkey({ url, local: { key, maxStalenessMs: 10_000 } });
const request = { headers: { host: 'app.example.com', accept: '*/*', authorization: `Bearer ${token}` } };
const { stats } = latchkey.local;
const rounds = 7;
const each = 100_000;

async function answer(count, note) {
  for (let n = 0; n < count; n++) {
    const since = note && performance.now();
    await latchkey.authenticate(request);
    note?.(performance.now() - since);
    // What waits gets its turn, as between requests.
    if (n % 100 === 0) await others();
  }
}

while (stats().hits < each) await answer(1000);
const { misses, staleFallbacks } = stats();
const microseconds = [];
for (let round = 0; round < rounds; round++) {
  const before = process.cpuUsage();
  await answer(each);
  const { user, system } = process.cpuUsage(before);
  microseconds.push((user + system) / each);
}
const took = [];
await answer(each, (ms) => took.push(ms));
const { caller } = await latchkey.authenticate(request);
const after = stats();
latchkey.close();
microseconds.sort((one, other) => one - other);
took.sort((one, other) => one - other);
console.log(
  JSON.stringify({
    bytes: JSON.stringify(caller).length,
    asked: after.misses + after.staleFallbacks - misses - staleFallbacks,
    microseconds,
    p99Ms: took[Math.floor(took.length * 0.99)],
  }),
);
