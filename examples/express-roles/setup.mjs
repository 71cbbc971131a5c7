// What the operator sets up once: three permissions and two templates. `ADMIN_KEY` is an administrator's READ_WRITE key.
import { createClient } from '@latchkey/sdk';

const { LATCHKEY_URL: baseUrl = 'http://localhost:3000', ADMIN_KEY: token } = process.env;
const api = createClient({ baseUrl, token });

await api.setTeamPermissions({
  body: {
    permissions: [
      { name: 'invoices:read', description: 'See invoices' },
      { name: 'invoices:refund', description: 'Refund an invoice' },
      { name: 'invoices:export', description: 'Download all invoices' },
    ],
  },
});

const templates = [
  { key: 'support', name: 'Support', permissions: ['invoices:read'] },
  { key: 'accountant', name: 'Accountant', permissions: ['invoices:read', 'invoices:refund'] },
];
const { roles } = await api.listTeamRoles();
for (const body of templates) {
  const known = roles.find(({ key }) => key === body.key);
  if (known) await api.updateTeamRole({ params: { id: known.id }, body });
  else await api.createTeamRole({ body });
}
