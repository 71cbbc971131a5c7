import { defineConfig } from 'vitest/config';
import common from '../../../vitest.config.ts';

/** Only for `npm run fuzz`. The test command runs its short form. */
export default defineConfig({
  ...common,
  test: { ...common.test, include: ['server/testing/fuzz/run.ts'], disableConsoleIntercept: true },
});
