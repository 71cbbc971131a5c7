import { afterAll } from 'vitest';
import { restartAddresses } from './client.ts';
import { forgetSecrets, leaks } from './secrets.ts';

// Files share the modules of their worker, but must not share their counters.
restartAddresses();
forgetSecrets();

// Registered first, so that it runs last: services log until they are closed.
afterAll(() => {
  const [line] = leaks();
  if (line) throw new Error(`A secret was logged: ${line}`);
});
