import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultsPage } from './markdown.mjs';
import { plotSvg } from './plot.mjs';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** Writes lab/bench/results.md and its plots. @param {Parameters<typeof resultsPage>[0]} report */
export function writeReport(report) {
  const plots = join(folder, 'plots');
  rmSync(plots, { recursive: true, force: true });
  mkdirSync(plots);
  for (const { section } of report.chapters)
    for (const plot of section.plots ?? []) writeFileSync(join(plots, plot.file), plotSvg(plot));
  writeFileSync(join(folder, 'results.md'), resultsPage(report));
}
