import { defineConfig } from 'vitest/config';
import everyTest from '../vitest.config.ts';

/** The long runs, one file at a time. */
export default defineConfig({
  ...everyTest,
  test: {
    ...everyTest.test,
    include: ['lab/**/*.{test,run}.ts'],
    maxWorkers: 1,
    testTimeout: 150 * 60_000,
    hookTimeout: 120_000,
  },
});
