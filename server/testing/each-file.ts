import { aroundAll } from 'vitest';
import { restartAddresses } from './client.ts';
import { endFile } from './lifetime.ts';
import { forgetSecrets, leaks } from './secrets.ts';

// Files share the modules of their worker, but must not share their counters.
restartAddresses();
forgetSecrets();

// Around every other hook: a file ends what it started even if its hooks fail, and services log until they are closed.
aroundAll(async (runFile) => {
  await runFile();
  await endFile();
  const [line] = leaks();
  if (line) throw new Error(`A secret was logged: ${line}`);
});
