import { protect } from '@latchkey/sdk/express';
import { createLatchkey } from '@latchkey/sdk/server';
import express from 'express';

const { LATCHKEY_URL = 'http://localhost:3000', PORT = '4500' } = process.env;
const latchkey = createLatchkey({ url: LATCHKEY_URL });
const app = express();

const may = (permission) => protect(latchkey, { permission });

/** Every organization has its own, by its id. A database would have them in a column of each row. */
const books = new Map();
function invoicesOf({ organization }) {
  if (!books.has(organization.id))
    books.set(organization.id, [
      { id: 'r-1', cents: 12_000, status: 'paid' },
      { id: 'r-2', cents: 3_500, status: 'paid' },
    ]);
  return books.get(organization.id);
}

app.get('/invoices', may('invoices:read'), (request, response) => {
  response.json({ invoices: invoicesOf(request.latchkey) });
});

app.get('/invoices.csv', may('invoices:export'), (request, response) => {
  const lines = invoicesOf(request.latchkey).map(({ id, cents, status }) => `${id},${cents},${status}`);
  response.type('csv').send(`${['id,cents,status', ...lines].join('\n')}\n`);
});

app.post('/invoices/:id/refund', may('invoices:refund'), (request, response) => {
  const invoice = invoicesOf(request.latchkey).find(({ id }) => id === request.params.id);
  if (!invoice) return response.status(404).json({ error: { code: 'NOT_FOUND' } });
  invoice.status = 'refunded';
  response.json({ invoice });
});

const escaped = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`);

/** The page shows what the person may do. The routes above decide. */
app.get('/', async (request, response) => {
  const { caller, refused } = await latchkey.authenticate(request);
  if (refused?.status === 503) return response.status(503).send('Latchkey is away. Try again in a moment.');
  const here = `${request.protocol}://${request.get('host')}/`;
  if (!caller) {
    const signIn = `${LATCHKEY_URL}/login?returnTo=${encodeURIComponent(here)}`;
    return response.send(`<p><a href="${escaped(signIn)}">Sign in</a></p>`);
  }
  const { roles = [], permissions = [] } = caller.organization ?? {};
  const offers = [
    ['invoices:read', '<a href="/invoices">See the invoices</a>'],
    ['invoices:export', '<a href="/invoices.csv">Download them</a>'],
    [
      'invoices:refund',
      '<form method="post" action="/invoices/r-1/refund"><button>Refund r-1</button></form>',
    ],
  ].filter(([permission]) => permissions.includes(permission));
  response.send(
    `<p>${escaped(caller.user.email)}: ${roles.join(', ') || 'no role'}</p>` +
      `<ul>${offers.map(([, offer]) => `<li>${offer}</li>`).join('')}</ul>` +
      `<p><a href="${LATCHKEY_URL}/organization/roles">Roles</a></p>`,
  );
});

app.listen(Number(PORT));
