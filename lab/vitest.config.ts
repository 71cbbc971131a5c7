import { defineConfig } from 'vitest/config';
import everyTest from '../vitest.config.ts';

const only = process.env.LAB_ONLY;

/** The long runs, one file at a time, or what has a word in its name. */
export default defineConfig({
  ...everyTest,
  test: {
    ...everyTest.test,
    include: ['lab/**/*.{test,run}.ts'],
    maxWorkers: 1,
    ...(only && { testNamePattern: new RegExp(only, 'i') }),
    testTimeout: 150 * 60_000,
    hookTimeout: 120_000,
  },
});
