import { undoAll } from './processes.mjs';
import { say } from './progress.mjs';
import { figureOf, targetOf, verdictOf } from './report/words.mjs';
import { sections } from './sections/index.mjs';
import { openStage } from './stage.mjs';

const minute = 60_000;

/**
 * @param {import('./options.mjs').Options} options
 * @returns {Promise<number>} what to exit with
 */
export async function bench(options) {
  const limit = (options.quick ? 10 : 60) * minute;
  setTimeout(() => breakOff(`took longer than ${limit / minute} minutes`, 1), limit).unref();
  process.once('SIGINT', () => breakOff('stopped', 130)).once('SIGTERM', () => breakOff('stopped', 143));
  try {
    const stage = await openStage(options);
    for (const name of options.only) {
      say(`section ${name}`);
      const { lines } = await sections[name].run(stage);
      for (const line of lines)
        console.log(`${line.text}: ${figureOf(line)}, target ${targetOf(line)}: ${verdictOf(line)}`);
    }
    return 0;
  } finally {
    await undoAll();
  }
}

/** Ctrl-C under npm arrives twice: further signals change nothing while everything is being put away. */
async function breakOff(why, code) {
  process.on('SIGINT', () => {}).on('SIGTERM', () => {});
  console.error(`The benchmark ${why}: putting everything away.`);
  await undoAll();
  process.exit(code);
}
