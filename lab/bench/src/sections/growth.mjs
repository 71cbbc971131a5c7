import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { say } from '../progress.mjs';

export const title = 'A hundred times the rows';

const command = fileURLToPath(new URL('../../growth/run.mjs', import.meta.url));
const results = fileURLToPath(new URL('../../growth/results.json', import.meta.url));

/**
 * Measured by its own command, which takes longer than all the rest. This adds its last results to the others, and runs
 * it only if there are none or if this is the only section requested.
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run({ options }) {
  const alone = options.only.length === 1;
  if (existsSync(command) && !options.quick && (alone || !existsSync(results))) {
    say('running lab/bench/growth/run.mjs');
    spawnSync(process.execPath, [command], { stdio: 'inherit' });
  }
  if (!existsSync(results))
    return { lines: [], notes: ['No growth was measured: lab/bench/growth/results.json is missing.'] };
  return { lines: [], ...JSON.parse(readFileSync(results, 'utf8')) };
}
