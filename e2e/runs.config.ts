import { defineConfig } from 'vitest/config';
import common from '../vitest.config.ts';

/** Only for `npm run lab`: these aren't tests, so the test command doesn't run them. */
export default defineConfig({ ...common, test: { ...common.test, include: ['e2e/*.run.ts'] } });
