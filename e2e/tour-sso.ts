import { makeSelfSigned } from '@latchkey/server/testing/certificates';
import type { Client } from '@latchkey/server/testing/client';
import { addDomain, domainsPath } from '@latchkey/server/testing/domains';
import { startSamlProvider } from '@latchkey/server/testing/saml/provider';
import type { TestService } from '@latchkey/server/testing/service';
import { connectionsPath } from '@latchkey/server/testing/sso';
import type { Page } from 'playwright-core';
import type { Stop } from './tour-stop.ts';

const openTab = (connection: string, tab: string) => async (page: Page) => {
  await page.getByRole('button', { name: connection }).click();
  await page.getByRole('tab', { name: tab }).click();
};
const stop = (name: string, act: (page: Page) => Promise<void>): Stop => ({
  name,
  route: '',
  path: '/organization/sso',
  as: 'owner',
  act,
});

export const ssoStops: Stop[] = [
  stop('sso-record', (page) => page.getByRole('button', { name: /^otterfinch.test/ }).click()),
  stop('dialog-add-domain', (page) => page.getByRole('button', { name: 'Add domain' }).click()),
  stop('dialog-add-connection', (page) =>
    page.getByRole('button', { name: 'Add identity provider' }).click(),
  ),
  stop('drawer-sso-setup', openTab('Okta', 'Setup')),
  stop('drawer-sso-options', openTab('Okta', 'Options')),
  stop('drawer-sso-group-roles', async (page) => {
    await openTab('Okta', 'Options')(page);
    await page.getByRole('button', { name: 'Add group' }).scrollIntoViewIfNeeded();
  }),
  stop('drawer-sso-test', openTab('Okta', 'Last test')),
  stop('drawer-sso-people', openTab('Okta', 'People')),
  stop('dialog-require-sso', async (page) => {
    await openTab('Okta', 'Setup')(page);
    await page.getByRole('button', { name: 'Require' }).click();
    await page.getByRole('dialog', { name: 'Require single sign-on?' }).waitFor();
  }),
  stop('drawer-sso-new', openTab('Entra', 'Setup')),
  stop('drawer-sso-failed', openTab('Entra', 'Last test')),
  stop('drawer-sso-draft', openTab('Google', 'Setup')),
  stop('drawer-sso-required', openTab('Keycloak', 'Setup')),
];

/** Domains in every state, and connections: empty, tested with a fault, on with a certificate that expires, and required. */
export async function addSingleSignOn(service: TestService, owner: Client): Promise<void> {
  const idp = await startSamlProvider();
  for (const name of ['otterfinch.example', 'otterfinch.dev', 'otterfinch.test', 'finch.test'])
    await addDomain({ client: owner }, name);
  await service.sql`
    UPDATE organization_domains
       SET checked_at = now(), verified_at = CASE WHEN name IN ('otterfinch.example', 'otterfinch.dev') THEN now() END
     WHERE name <> 'finch.test'`;
  const [domain] = (await owner.get(domainsPath)).body.domains;
  await owner.patch(`${domainsPath}/${domain.id}`, { autoJoin: true });

  const add = async (name: string, edit: object) => {
    const { id } = (await owner.post(connectionsPath, { kind: 'saml', name })).body.connection;
    await owner.patch(`${connectionsPath}/${id}`, { saml: { metadataUrl: idp.metadataUrl }, ...edit });
    idp.trust((await service.client().get(`/api/auth/sso/${id}/metadata`)).text);
    return id as string;
  };
  const come = async (client: Client, path: string, login: string) => {
    const departure = await client.get(path, { csrf: false });
    const { acsUrl, form } = await idp.visit(departure.headers.get('location') ?? '', login);
    const received = await service.client().send('POST', new URL(acsUrl).pathname, {
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const next = new URL(received.headers.get('location') ?? '');
    await client.get(next.pathname + next.search, { csrf: false });
  };
  const test = async (id: string) =>
    come(owner, (await owner.post(`${connectionsPath}/${id}/test`)).body.redirectTo, 'ida');

  for (const name of ['ida', 'noor', 'teo'])
    idp.people.set(name, {
      nameId: `00u-${name}`,
      attributes: {
        email: [`${name}@otterfinch.example`],
        firstName: [name.charAt(0).toUpperCase() + name.slice(1)],
        lastName: ['Okafor'],
        groups: ['Staff', 'Latchkey admins'],
      },
    });
  const okta = await add('Okta', {
    domains: ['otterfinch.example'],
    adminGroups: ['Latchkey admins'],
    groupRoles: [
      { group: 'Staff', roles: ['viewer'] },
      { group: '8f14e45f-ceea-467f-a0e6-2c2b8a1d4c3b', roles: ['org-shift-lead', 'support'] },
    ],
  });
  await test(okta);
  await owner.patch(`${connectionsPath}/${okta}`, { enabled: true });
  for (const login of ['noor', 'teo']) await come(service.client(), `/api/auth/sso/${okta}`, login);
  const entra = await add('Entra ID', {});
  idp.forgery.after = (xml) => xml.replace('ida@', 'other@');
  await test(entra);
  await owner.post(connectionsPath, { kind: 'oidc', name: 'Google Workspace' });
  idp.keys.current = makeSelfSigned({
    commonName: 'identity provider',
    rsaBits: 2048,
    valid: { from: -1, to: 700 },
  });
  const keycloak = await add('Keycloak', { domains: ['otterfinch.dev'] });
  // No one has an address there, so it ends no one's session.
  await service.sql`
    UPDATE sso_connections SET enabled = true, required = true, tested_at = now(),
           entity_id = 'https://login.otterfinch.dev/realms/staff', metadata_url = NULL,
           sign_in_url = 'https://login.otterfinch.dev/realms/staff/protocol/saml' WHERE id = ${keycloak}`;
  await idp.close();
  await service.sql`
    UPDATE sso_connections SET entity_id = 'http://www.okta.com/exk1fxp8q2', sign_in_url = 'https://otterfinch.okta.com/app/exk1fxp8q2/sso/saml',
           metadata_url = 'https://otterfinch.okta.com/app/exk1fxp8q2/sso/saml/metadata' WHERE name = 'Okta'`;
}
