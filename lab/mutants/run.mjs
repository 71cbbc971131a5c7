// `npm run mutants`: breaks the service on purpose, one break at a time, and checks whether a test notices. Each break
// is an entry in lab/mutants/*.json, with the test files that must catch it. It works in a copy, not on the source.
//   npm run mutants -- --check                 only see that each break still fits its source
//   npm run mutants -- --only csrf --limit 10  some of them: a pattern for file and name
//   npm run mutants -- --minutes 30            start no more after that
//   npm run mutants -- --skip 100              go on where an earlier run stopped
//   npm run mutants -- --why                   say which test noticed, and what it says

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transformSync } from 'rolldown/utils';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    skip: { type: 'string', default: '0' },
    limit: { type: 'string', default: 'Infinity' },
    minutes: { type: 'string', default: '600' },
    why: { type: 'boolean', default: false },
  },
});

const folder = join(root, 'lab/mutants');
const mutants = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

const misfits = mutants.filter(({ file, from, to }) => {
  const parts = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split(from) : [];
  return parts.length !== 2 || from === to;
});
const names = mutants.map(({ name }) => name);
const repeated = names.filter((name, at) => names.indexOf(name) !== at);
for (const { name, file } of misfits) console.error(`does not fit ${file} exactly once: ${name}`);
for (const name of repeated) console.error(`twice: ${name}`);
if (misfits.length + repeated.length > 0) process.exit(1);
console.log(`${mutants.length} mutants, each fits its source once.`);
if (values.check) process.exit(0);

const only = new RegExp(values.only, 'i');
const wanted = mutants
  .filter(({ name, file }) => only.test(`${file} ${name}`))
  .slice(Number(values.skip))
  .slice(0, Number(values.limit));
const copy = copySource();
process.chdir(copy);
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const { createVitest } = await import('vitest/node');
// One for all of them: the database server starts once, and unchanged files aren't read again.
let vitest = await startVitest();

const silence = [];
const deadline = Date.now() + Number(values.minutes) * 60_000;
const outcomes = [];
const sound = new Map();
for (const mutant of wanted) {
  if (Date.now() > deadline) break;
  const began = Date.now();
  const outcome = await tryMutant(mutant);
  outcomes.push({ mutant, outcome });
  console.log(
    `${outcome.padEnd(8)} ${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${mutant.name}`,
  );
}
await vitest.close();
report();

async function startVitest() {
  // One worker: the second file of a break needn't start where the first notices it.
  const options = { root: copy, watch: false, bail: 1, maxWorkers: 1, reporters: [{}] };
  const started = await createVitest('test', options);
  await started.standalone();
  return started;
}

async function tryMutant({ file, from, to, tests, named }) {
  // A test that fails anyway catches nothing.
  if (!(await isSound(tests, named))) return 'unsound';
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  try {
    await change(
      path,
      source.replace(from, () => to),
    );
    const passed = await passes(tests, named, values.why && tellFailures);
    if (passed === silence) return 'unsound';
    return passed ? 'SURVIVED' : 'caught';
  } finally {
    await change(path, source);
  }
}

/** Runs what all breaks of these files name at once, and what this one names by itself only if that fails. */
async function isSound(tests, named) {
  const files = tests.join();
  if (!sound.has(files)) {
    const names = wanted.filter((each) => each.tests.join() === files).map((each) => each.named);
    const pattern = names.every(Boolean) ? [...new Set(names)].join('|') : undefined;
    let passed = await passes(tests, pattern);
    if (passed === silence) {
      await restart();
      passed = await passes(tests, pattern);
    }
    sound.set(files, passed ? passed.map((name) => name.replaceAll(' > ', ' ')) : []);
  }
  if (sound.get(files).some((name) => new RegExp(named ?? '').test(name))) return true;
  const passed = await passes(tests, named, tellFailures);
  return Boolean(passed) && passed !== silence;
}

async function restart() {
  await vitest.close();
  vitest = await startVitest();
}

/** A new schema needs a restart: it is created when the database server starts. */
async function change(path, source) {
  writeFileSync(path, source);
  vitest.invalidateFile(path);
  compile(path, source);
  if (path.endsWith('.sql')) await restart();
}

/** The command line runs compiled, in a process of its own. */
function compile(path, source) {
  const from = join(copy, 'server/src');
  if (!path.startsWith(from) || !path.endsWith('.ts')) return;
  const typescript = { rewriteImportExtensions: true, onlyRemoveTypeImports: true };
  const { code } = transformSync(path, source, { typescript });
  writeFileSync(join(copy, 'server/dist', path.slice(from.length).replace(/\.ts$/, '.js')), code);
}

/** The names of the tests that ran, if all of them passed. `silence`: none ran, and nothing says why. */
async function passes(tests, named, tell) {
  if (named) vitest.setGlobalTestNamePattern(named);
  else vitest.resetGlobalTestNamePattern();
  const [project] = vitest.projects;
  const specifications = tests.map((test) => project.createSpecification(join(copy, test)));
  const { testModules: known, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // The known modules include some from earlier runs.
  const testModules = known.filter((each) =>
    specifications.some(({ moduleId }) => moduleId === each.moduleId),
  );
  const ran = testModules.flatMap((each) => [
    ...each.children.allTests('passed'),
    ...each.children.allTests('failed'),
  ]);
  if (tell) tell(ran, unhandledErrors);
  const faults = [...unhandledErrors, ...testModules.flatMap((each) => each.errors())];
  if (ran.length + faults.length === 0) return silence;
  const isGood = unhandledErrors.length === 0 && ran.length > 0 && testModules.every((each) => each.ok());
  return isGood ? ran.map(({ fullName }) => fullName) : undefined;
}

/** For tests that fail even without a break, and to see that one fails for the right reason. */
function tellFailures(ran, unhandledErrors) {
  if (ran.length === 0) console.log('         no test ran');
  for (const test of ran)
    for (const { message } of test.result().errors ?? [])
      console.log(`         ${test.fullName}: ${message.split('\n')[0]}`);
  for (const error of unhandledErrors) console.log(`         outside a test: ${error?.message ?? error}`);
}

function report() {
  const of = (outcome) => outcomes.filter((each) => each.outcome === outcome);
  const [caught, survived, unsound] = [of('caught'), of('SURVIVED'), of('unsound')];
  console.log(
    `\n${outcomes.length} of ${wanted.length} tried: ${caught.length} caught, ${survived.length} survived.`,
  );
  for (const { mutant } of survived)
    console.log(`  survived: ${mutant.name} (${mutant.file}), past ${mutant.tests.join(', ')}`);
  for (const { mutant } of unsound) console.log(`  its tests fail without it, too: ${mutant.name}`);
  process.exitCode = survived.length + unsound.length > 0 ? 1 : 0;
}

/** Copies the files git knows, as they are now; packages link to the original, workspaces to the copy. */
function copySource() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  // The code that starts the database server is loaded from its build, and so is the command line.
  const isNeeded = (path) => !/server\/dist\/(bundle|reference)$/.test(path);
  for (const name of ['contract', 'embedded-postgres', 'server'])
    cpSync(join(root, name, 'dist'), join(folder, name, 'dist'), { recursive: true, filter: isNeeded });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@latchkey'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@latchkey' && name !== '.vite')
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  // If a package is needed in two versions, one of them is here.
  if (existsSync(join(root, 'server/node_modules')))
    symlinkSync(join(root, 'server/node_modules'), join(folder, 'server/node_modules'));
  for (const name of readdirSync(join(root, 'node_modules/@latchkey')))
    symlinkSync(join('..', '..', name), join(modules, '@latchkey', name));
  return folder;
}
