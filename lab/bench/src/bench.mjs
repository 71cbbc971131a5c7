import { readFileSync } from 'node:fs';
import { breaches, unmeasured } from './budget.mjs';
import { describeRun, fairness } from './machine.mjs';
import { undoAll } from './processes.mjs';
import { say } from './progress.mjs';
import { figureOf, targetOf, verdictOf } from './report/words.mjs';
import { writeReport } from './report/write.mjs';
import { loadSection, sectionNames } from './sections/index.mjs';
import { openStage } from './stage.mjs';
import { watchOthers } from './usage.mjs';

const minute = 60_000;
/** The share of the machine above which figures say more about what else was running. */
const mostOthers = 0.1;
let brokenOff = false;

/**
 * @param {import('./options.mjs').Options} options
 * @returns {Promise<number>} the exit code
 */
export async function bench(options) {
  const limit = (options.quick ? 10 : 60) * minute;
  setTimeout(() => void breakOff(`took longer than ${limit / minute} minutes`, 1), limit).unref();
  process.on('SIGINT', () => void breakOff('was stopped', 130));
  process.on('SIGTERM', () => void breakOff('was stopped', 143));
  try {
    const stage = await openStage(options);
    const others = process.env.BENCH_DATABASE_URL ? () => Number.NaN : watchOthers();
    const chapters = [];
    for (const name of options.only) chapters.push(await runSection(name, stage));
    warnOf(others());
    if (options.write) {
      writeReport({ about: describeRun(options, stage.server, others()), fairness, chapters });
      console.log('\nWritten: lab/bench/results.md');
    }
    const kept = isWithinBudget(
      chapters.flatMap(({ section }) => section.lines),
      options,
    );
    return kept && chapters.every(({ failed }) => !failed) ? 0 : 1;
  } catch (error) {
    // Cleaning up makes the run fail, which is expected.
    if (brokenOff) await new Promise(() => {});
    throw error;
  } finally {
    await undoAll();
  }
}

/** If a section fails, the others still run. */
async function runSection(name, stage) {
  const { title, run } = await loadSection(name);
  say(`${title} (${name})`);
  try {
    const section = await run(stage);
    for (const line of section.lines) {
      const target = line.target ? `, target ${targetOf(line)}: ${verdictOf(line)}` : '';
      console.log(`       ${line.text}: ${figureOf(line)}${target}`);
    }
    for (const note of section.notes ?? []) console.log(`       ${note}`);
    return { title, section };
  } catch (error) {
    if (brokenOff) throw error;
    const why = error instanceof Error ? error.message : String(error);
    console.log(`       Failed: ${why}`);
    return { title, section: { lines: [], notes: [`Not measured: ${why}`] }, failed: true };
  }
}

/** @param {number} others */
function warnOf(others) {
  if (others > mostOthers)
    console.log(
      `\nOther programs took ${Math.round(others * 100)} % of the machine meanwhile: do not trust these figures.`,
    );
}

function isWithinBudget(lines, { quick, only }) {
  const budget = JSON.parse(readFileSync(new URL('../budget.json', import.meta.url), 'utf8'));
  const broken = breaches(budget, lines);
  const whole = !quick && only.length === sectionNames.length;
  const missing = whole ? unmeasured(budget, lines) : [];
  for (const id of missing) console.log(`In the budget, and not measured: ${id}`);
  for (const breach of broken) console.log(`Below the budget: ${breach}`);
  if (broken.length === 0) console.log('\nWithin lab/bench/budget.json.');
  return broken.length === 0;
}

/** Under npm, Ctrl-C arrives twice: ignore further signals during cleanup. */
async function breakOff(why, code) {
  if (brokenOff) return;
  brokenOff = true;
  console.error(`The benchmark ${why}: putting everything away.`);
  await undoAll();
  process.exit(code);
}
