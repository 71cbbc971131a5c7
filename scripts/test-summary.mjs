// What `npm test` says in the end, from what scripts/test-report.mjs wrote about a run.
import { relative } from 'node:path';

const withState = ({ tests }, state) => tests.filter((test) => test.state === state);
const isFailed = (file) => file.faults.length + withState(file, 'failed').length > 0;

/** Everything that failed, in words: tests, files that don't load, hooks, and what failed outside of all files. */
function faultsIn({ files, outside }) {
  const inFile = (file) => [
    ...withState(file, 'failed').map((test) => `${relative('.', file.name)} > ${test.name}`),
    ...file.faults.map((fault) => `${relative('.', file.name)}: ${fault}`),
  ];
  return [...files.flatMap(inFile), ...outside.map((fault) => `outside of all files: ${fault}`)];
}

/** The files that get a second run, alone, in case only a busy machine broke them: one or two, if nothing else failed. */
export function repeatable({ files, outside }) {
  const failed = files.filter(isFailed);
  return outside.length === 0 && failed.length <= 2 ? failed.map(({ name }) => name) : [];
}

/** The files that took longest, as lines, the slowest first. */
export function slowest({ files }) {
  const longest = files.filter(({ ms }) => ms > 0).sort((a, b) => b.ms - a.ms);
  const lines = longest.slice(0, 10).map(({ name, ms }) => {
    return `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative('.', name)}`;
  });
  return lines.length > 0 ? ['The slowest files:', ...lines] : [];
}

/** Of a run, and of the second run of some of its files if there was one. */
export function summarize(first, again) {
  const repeated = new Map(again?.files.map((file) => [file.name, file]));
  const files = first.files.map((file) => repeated.get(file.name) ?? file);
  const faults = faultsIn({ files, outside: [...first.outside, ...(again?.outside ?? [])] });
  const { code } = again ?? first;
  if (code !== 0 && faults.length === 0) faults.push(`vitest ended with code ${code}`);
  const passing = faultsIn(first).filter((fault) => !faults.includes(fault));
  const count = (state) => files.flatMap((file) => withState(file, state)).length;
  const skipped = count('skipped');
  return {
    lines: [
      ...passing.map((fault) => `Unsteady: ${fault} failed once and passed alone. Mend it.`),
      ...faults.map((fault) => `Failed: ${fault}`),
      `${count('passed')} passed, ${faults.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    ],
    status: faults.length > 0 ? code || 1 : 0,
  };
}
