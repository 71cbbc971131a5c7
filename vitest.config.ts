import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes long: browsers, processes and database servers of its own, and tables of every route, some in short files. */
const names = [
  ...['authorization-matrix', 'backup/verify', 'cli', 'errors', 'every-act', 'fuzz', 'mcp/matrix', 'races'],
  ...['serve', 'session-attacks', 'signals', 'standby', 'take-turn', 'ways'],
];
const long = new RegExp(`^(e2e|embedded-postgres)/|/(${names.join('|')})\\.test\\.`);

/** Long files first. One that begins last keeps one core busy and the others waiting. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      long.test(moduleId.slice(this.ctx.config.root.length + 1));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Vitest hands modules from its store of transformed ones to the set-up as bytes, and then fails at every stack that names
 * one: what went wrong there stays unknown. So those few are transformed in each run.
 */
const readableSetup: Plugin = {
  name: 'readable-setup',
  configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) =>
    defineKey(({ environment }) => (environment.name === '__vitest__' ? false : undefined)),
};

export default defineConfig({
  plugins: [readableSetup],
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    include: [
      '{contract,embedded-postgres,sdk,server,console}/src/**/*.test.ts',
      'lab/bench/src/**/*.test.mjs',
      'e2e/**/*.test.ts',
      'lab/**/*.test.ts',
      'scripts/*.test.mjs',
    ],
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['server/testing/each-file.ts', 'console/testing/english.ts'],
    // The service takes two seconds to load: once per worker, not once per file.
    isolate: false,
    // What was transformed once isn't again, in this run or the next.
    experimental: { fsModuleCache: true },
    // One more than there are cores: files wait for databases, browsers and other processes as much as they compute.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    // Long enough for a machine that is busy with something else: a time limit only ends what hangs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});
