import { defineConfig } from 'vitest/config';
import common from '../vitest.config.ts';

/** For `npm run screenshots` alone: no test, and so not among those of the test command. */
export default defineConfig({ ...common, test: { ...common.test, include: ['e2e/screenshots.ts'] } });
