import { defineConfig } from 'vitest/config';
import { pure } from './files.mjs';

export default defineConfig({
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: { include: pure.flatMap(({ tests }) => tests), testTimeout: 60_000 },
});
