import { protect } from '@latchkey/sdk/next';
import { latchkey } from '../../../latchkey.js';

export const GET = protect(latchkey)((request) => Response.json({ hello: request.latchkey.user.email }));
