import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    include: [
      '{contract,embedded-postgres,sdk,server,console}/src/**/*.test.ts',
      'bench/src/**/*.test.mjs',
      'e2e/**/*.test.ts',
    ],
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['server/testing/each-file.ts'],
    // The service takes two seconds to load: once per worker, not once per file.
    isolate: false,
    // Every core: files wait for the database, for hashes and for browsers more than they compute.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
