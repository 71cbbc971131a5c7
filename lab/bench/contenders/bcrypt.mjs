// The ceiling of a login: only the comparison, by the same library at the same cost, one per core at a time, in a
// process that does nothing else. Usage: bcrypt.mjs <seconds>; prints when each ended, in milliseconds.
import { availableParallelism } from 'node:os';
import bcrypt from '@node-rs/bcrypt';

const until = performance.now() + Number(process.argv[2]) * 1000;
const hash = await bcrypt.hash('Correct-Horse-7', 12);
const moments = [];
const worker = async () => {
  while (performance.now() < until) {
    await bcrypt.compare('Correct-Horse-7', hash);
    moments.push(performance.now());
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));
console.log(JSON.stringify(moments));
