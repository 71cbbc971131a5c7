import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resultsPage } from './markdown.mjs';

const path = fileURLToPath(new URL('../../results.md', import.meta.url));

/** Writes lab/bench/results.md. @param {Parameters<typeof resultsPage>[0]} report */
export function writeReport(report) {
  writeFileSync(path, resultsPage(report));
}
