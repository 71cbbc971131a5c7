// Runs one command after another in a process that has loaded the compiled command once: loading it takes ten times as
// long as most commands. Each gets its own folder, environment and output, as a process of its own would.
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../dist/cli/program.js';

/** Thrown where the command would end the process. */
const ended = Symbol('ended');
const patienceMs = 60_000;
// Each command listens for signals and writes to these streams, and none of them ends this process.
for (const each of [process, process.stdout, process.stderr]) each.setMaxListeners(0);

/** What would keep a process alive beyond what did so before: a connection or a timer that the command left behind. */
function held(before) {
  const known = [...before];
  return process.getActiveResourcesInfo().filter((kind) => {
    const at = known.indexOf(kind);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** A process would end once nothing is held. Returns what is to be said if that never happens. */
async function untilFree(before) {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 5) {
    if (held(before).length === 0) return '';
    await pause(5);
  }
  return `The command did not end. It holds: ${held(before).join(', ')}\n`;
}

async function perform({ args, cwd, env }) {
  const outcome = { code: 0, out: '', error: '' };
  let isOver = false;
  const keep = (stream) => (chunk, encoding, done) => {
    if (!isOver) outcome[stream] += chunk;
    const written = typeof encoding === 'function' ? encoding : done;
    if (written) process.nextTick(written);
    return true;
  };
  process.stdout.write = keep('out');
  process.stderr.write = keep('error');
  process.exit = (code = process.exitCode) => {
    if (!isOver) outcome.code = Number(code ?? 0);
    isOver = true;
    throw ended;
  };
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const before = process.getActiveResourcesInfo();
  await run(args, process.env);
  if (!isOver) outcome.code = Number(process.exitCode ?? 0);
  isOver = true;
  process.exitCode = undefined;
  outcome.error += await untilFree(before);
  return outcome;
}

let last = Promise.resolve();
process.on('message', ({ id, ...command }) => {
  last = last
    .then(() => perform(command))
    .catch((error) => ({ code: null, out: '', error: String(error?.stack ?? error) }))
    .then((outcome) => process.send({ id, outcome }));
});
