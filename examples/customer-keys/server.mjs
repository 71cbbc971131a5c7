import { createLatchkey } from '@latchkey/sdk/server';
import express from 'express';

const { LATCHKEY_URL = 'http://localhost:3000', LATCHKEY_KEY, PORT = '4400' } = process.env;
const latchkey = createLatchkey({ url: LATCHKEY_URL, key: LATCHKEY_KEY });
const app = express();

const howToStart = `Create a key with the scope latchkey:verify at ${LATCHKEY_URL}/organization/keys, and start this with LATCHKEY_KEY.`;
if (!LATCHKEY_KEY) console.log(howToStart);

/** Lets a customer's request pass if its key has these scopes. */
const withScopes =
  (...scopes) =>
  async (request, response, next) => {
    if (!LATCHKEY_KEY) return response.status(503).json({ error: howToStart });
    const sent = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1];
    const { key, refused } = await latchkey.verifyKey(sent, { scopes, ipAddress: request.ip });
    if (refused?.retryAfterSeconds) response.set('retry-after', `${refused.retryAfterSeconds}`);
    if (refused) return response.status(refused.status).json({ error: refused.code });
    request.key = key;
    next();
  };

app.get('/orders', withScopes('orders:read'), (request, response) => {
  response.json({ customer: request.key.externalId, orders: [] });
});

app.post('/orders', withScopes('orders:write'), (request, response) => {
  response.status(201).json({ customer: request.key.externalId, plan: request.key.metadata.plan ?? 'free' });
});

app.listen(Number(PORT));
