// `npm run lab -- mutation`: changes files that start nothing, one small place at a time (a comparison, a condition, a
// sign), and says which changes no test of theirs notices. What needs a service is broken by hand, in lab/mutants.
//   npm run lab -- mutation --only contract/src/fields.ts   only these files: paths or patterns without braces, with commas
//   npm run lab -- mutation --floor 90                      the percentage that tests must notice in each file
import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installTools, root, runTool } from '../linters/src/install.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, floor: { type: 'string', default: '80' } },
});
const reportFile = `${root}.lab/mutation/report.json`;
rmSync(reportFile, { force: true });

installTools();
const chosen = values.only ? ['--mutate', `${values.only},!**/*.test.ts`] : [];
if (!runTool('stryker', ['run', 'lab/mutation/stryker.config.mjs', ...chosen])) process.exit(1);

const noticed = ['Killed', 'Timeout'];
let isBelow = false;
for (const [file, { source, mutants }] of Object.entries(
  JSON.parse(readFileSync(reportFile, 'utf8')).files,
)) {
  const tried = mutants.filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status));
  const unnoticed = tried.filter(({ status }) => !noticed.includes(status));
  const share = Math.round((100 * (tried.length - unnoticed.length)) / Math.max(tried.length, 1));
  isBelow ||= share < Number(values.floor);
  console.log(`${file}: ${share} % of ${tried.length} noticed`);
  for (const { location, replacement } of unnoticed) {
    const line = source.split('\n')[location.start.line - 1].trim();
    console.log(
      `  ${location.start.line}: ${line}\n      → ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`,
    );
  }
}
if (isBelow) console.error(`A file is below ${values.floor} %.`);
process.exit(isBelow ? 1 : 0);
