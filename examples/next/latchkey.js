import { createLatchkey } from '@latchkey/sdk/server';

export const latchkeyUrl = process.env.LATCHKEY_URL ?? 'http://localhost:3000';
export const latchkey = createLatchkey({ url: latchkeyUrl });
