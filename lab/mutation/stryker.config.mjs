import { availableParallelism } from 'node:os';
import { pure } from './files.mjs';

const out = '.lab/mutation';

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'lab/mutation/vitest.config.mjs' },
  mutate: [...pure.flatMap(({ files }) => files), '!**/*.test.ts'],
  // The words of messages are for people; a test that repeats them proves nothing.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: availableParallelism(),
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `${out}/report.json` },
  tempDirName: `${out}/copies`,
  ignorePatterns: ['dist', '.lab', 'docs', 'e2e', 'examples'],
  // TypeScript 7 has no programming interface, and nothing here needs its settings.
  tsconfigFile: 'none',
  allowConsoleColors: false,
};
