import { protect } from '@latchkey/sdk/express';
import { createLatchkey } from '@latchkey/sdk/server';
import express from 'express';

const { LATCHKEY_URL = 'http://localhost:3000', PORT = '4000', LATCHKEY_CHECKS_KEY: key } = process.env;
// With a key that may read changes, callers are checked in this process (docs/guides/check-callers-locally.md).
const latchkey = createLatchkey({ url: LATCHKEY_URL, local: key ? { key } : undefined });
const app = express();

const escaped = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`);

app.get('/', async (request, response) => {
  const { caller, refused } = await latchkey.authenticate(request);
  if (refused?.status === 503) return response.status(503).send('Latchkey is away. Try again in a moment.');
  const here = `${request.protocol}://${request.get('host')}/`;
  const signIn = `${LATCHKEY_URL}/login?returnTo=${encodeURIComponent(here)}`;
  response.send(
    caller
      ? `<p>Hello ${escaped(caller.user.email)}</p><p><a href="/api/hello">The API</a> · <a href="${LATCHKEY_URL}">Your account</a></p>`
      : `<p><a href="${escaped(signIn)}">Sign in</a></p>`,
  );
});

app.get('/api/hello', protect(latchkey), (request, response) => {
  const { user, organization } = request.latchkey;
  response.json({ hello: user.email, organization: organization?.name });
});

app.get('/api/billing', protect(latchkey, { organizationRole: 'OWNER' }), (_request, response) => {
  response.json({ plan: 'free' });
});

app.listen(Number(PORT));
