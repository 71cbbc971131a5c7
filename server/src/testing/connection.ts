import type { ServerParts } from '../db/pool.ts';

export type TestServer = ServerParts;

export const templateDatabase = 'latchkey_template';
