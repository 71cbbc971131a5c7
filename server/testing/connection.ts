import type { ServerParts } from '../src/db/pool.ts';

export type TestServer = ServerParts;

export const templateDatabase = 'latchkey_template';
