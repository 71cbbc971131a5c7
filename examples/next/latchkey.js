import { createLatchkey } from '@latchkey/sdk/server';

export const latchkeyUrl = process.env.LATCHKEY_URL ?? 'http://localhost:3000';
// With a key that may read changes, callers are checked in this process (docs/guides/check-callers-locally.md).
const key = process.env.LATCHKEY_CHECKS_KEY;
export const latchkey = createLatchkey({ url: latchkeyUrl, local: key ? { key } : undefined });
