// `npm run lab -- bench`: see README.md in this folder, or --help.

import { readOptions, UsageError, usage } from './src/options.mjs';
import { sectionNames } from './src/sections/index.mjs';
import { buildService, installContenders } from './src/setup.mjs';

let options;
try {
  options = readOptions(process.argv.slice(2), sectionNames);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\nnpm run lab -- bench --help says more.`);
  process.exit(2);
}
if (options.help || options.list) {
  console.log(options.list ? sectionNames.join('\n') : usage.replace('%SECTIONS%', sectionNames.join(', ')));
  process.exit(0);
}
if (!buildService()) process.exit(1);
installContenders();
// Only now does everything it loads exist.
const { bench } = await import('./src/bench.mjs');
process.exitCode = await bench(options);
