import type { ServerParts } from '../src/platform/db/pool.ts';

export type TestServer = ServerParts;

export const templateDatabase = 'latchkey_template';
