import { defineConfig } from 'vitest/config';
import common from '../../../vitest.config.ts';

/** For `npm run fuzz` alone: its short form is among the tests of the test command. */
export default defineConfig({
  ...common,
  test: { ...common.test, include: ['server/testing/fuzz/run.ts'], disableConsoleIntercept: true },
});
