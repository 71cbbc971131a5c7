import { defineConfig } from 'vitest/config';
import common from '../vitest.config.ts';

/** Only for `npm run lab -- screenshots`: it isn't a test, so the test command doesn't run it. */
export default defineConfig({ ...common, test: { ...common.test, include: ['e2e/screenshots.ts'] } });
