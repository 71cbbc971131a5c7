import { Authenticator, addPasskey, stale } from '@latchkey/server/testing/authenticator';
import type { Client } from '@latchkey/server/testing/client';
import { addDestination, systemDestinations } from '@latchkey/server/testing/destinations';
import { addHook, startHooks } from '@latchkey/server/testing/hooks';
import { authorize, authorizePath, newApplication, startDevice } from '@latchkey/server/testing/oidc';
import { clientFor, newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import { addWebhook, startReceiver, systemPath } from '@latchkey/server/testing/webhooks';
import type { Browser, Page } from 'playwright-core';
import { fillDemo } from '../server/src/cli/demo/fill-demo.ts';
import { sealTrail } from '../server/src/records/audit/seal-trail.ts';
import { newPerson, site, startFresh } from './browser.ts';
import { wide } from './looks.ts';
import { addThoseWithCodes, codeStops } from './tour-codes.ts';
import { addDirectory } from './tour-directory.ts';
import { addOrganizationKeys } from './tour-keys.ts';
import { askToLeave, leavingStops } from './tour-leaving.ts';
import { openedStops } from './tour-opened.ts';
import { addTeamRoles, roleStops } from './tour-roles.ts';
import { addSingleSignOn, ssoStops } from './tour-sso.ts';
import type { Stop, Who } from './tour-stop.ts';

const plain = (as: Who, routes: string[]): Stop[] =>
  routes.map((route) => ({
    name: route.slice(1).replaceAll('/', '-') || 'dashboard',
    route,
    path: route,
    as,
  }));

const withToken = (as: Who, routes: string[]): Stop[] =>
  plain(as, routes).map((stop) => ({ ...stop, path: `${stop.route}?token=of-no-use` }));

export const stops: Stop[] = [
  ...plain('founder', ['/setup']),
  ...plain('stranger', ['/login', '/register', '/forgot-password', '/request-unlock', '/email-code', '/sso']),
  ...withToken('stranger', [
    '/reset-password',
    '/verify-email',
    '/undo-email-change',
    '/unlock-account',
    '/cancel-deletion',
  ]),
  ...leavingStops,
  ...codeStops,
  { name: 'verify-email-password', route: '', path: '/verify-email?token=:verify', as: 'stranger' },
  { name: 'login-for-an-application', route: '', path: '/login?returnTo=:destination', as: 'stranger' },
  { name: 'login-sso-failed', route: '', path: '/login?error=sso_conflict', as: 'stranger' },
  ...withToken('stranger', ['/auth/two-factor']),
  ...plain('stranger', ['/signed-out']),
  { name: 'signed-out-question', route: '', path: '/signed-out?request=of-no-use', as: 'stranger' },
  { name: 'consent', route: '/consent', path: '/consent?request=:asked', as: 'member' },
  { name: 'consent-documented', route: '', path: '/consent?request=:documented', as: 'member' },
  { name: 'consent-not-valid', route: '', path: '/consent?request=of-no-use', as: 'member' },
  ...plain('member', ['/device']),
  {
    name: 'device-question',
    route: '',
    path: '/device?user_code=:shown',
    as: 'member',
    act: async (page) => {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Allow' }).waitFor();
    },
  },
  ...plain('stranger', ['/auth/oauth/link', '/auth/oauth/complete']).map((stop) => ({
    ...stop,
    path: `${stop.route}?token=:pending`,
  })),
  { name: 'email-code-link', route: '', path: '/email-code?token=of-no-use', as: 'stranger' },
  { name: 'oauth-expired', route: '', path: '/auth/oauth/link?token=of-no-use', as: 'stranger' },
  { name: 'invite', route: '/invite/:token', path: '/invite/:token', as: 'stranger' },
  { name: 'not-found', route: '', path: '/nowhere', as: 'stranger' },
  ...plain('admin', [
    '/',
    '/profile',
    '/profile/security',
    '/profile/api-keys',
    '/profile/applications',
    // Not beside /profile: both show the same heading, so a walk from one to the other would see no change.
    '/account',
  ]),
  ...plain('admin', [
    '/admin/users',
    '/admin/organizations',
    '/admin/roles',
    '/admin/organization-roles',
    '/admin/audit-logs',
    '/admin/emails',
    '/admin/applications',
    '/admin/policy',
    '/admin/webhooks',
    '/admin/destinations',
    '/admin/hooks',
    '/admin/checks',
    '/admin/settings',
  ]),
  ...plain('owner', [
    '/organization',
    '/organization/branding',
    '/organization/members',
    '/organization/invites',
    '/organization/keys',
    '/organization/directory',
    '/organization/roles',
    '/organization/policy',
    '/organization/sso',
    '/organization/webhooks',
    '/organization/destinations',
  ]),
  ...ssoStops,
  ...roleStops,
  { name: 'dashboard-of-a-member', route: '/', path: '/', as: 'member' },
  { name: 'members-as-a-member', route: '', path: '/organization/members', as: 'member' },
  { name: 'dashboard-first-steps-of-an-operator', route: '', path: '/', as: 'operator' },
  { name: 'dashboard-first-steps', route: '', path: '/', as: 'newcomer' },
  {
    name: 'dashboard-no-one-yet',
    route: '',
    path: '/',
    as: 'newcomer',
    act: async (page) => {
      await page.getByRole('button', { name: 'Dismiss the first steps' }).click();
      await page.getByText('Only you, so far').waitFor();
    },
  },
  { name: 'dashboard-impersonating', route: '', path: '/', as: 'acting' },
  { name: 'organization-none', route: '', path: '/organization', as: 'loner' },
  { name: 'verify-email-other-account', route: '', path: '/verify-email?token=:verify', as: 'loner' },
  { name: 'verify-email-change', route: '', path: '/verify-email?token=:move', as: 'newcomer' },
  { name: 'profile-pending', route: '', path: '/profile', as: 'newcomer' },
  { name: 'api-keys-none', route: '', path: '/profile/api-keys', as: 'newcomer' },
  { name: 'organization-keys-none', route: '', path: '/organization/keys', as: 'newcomer' },
  { name: 'sso-none', route: '', path: '/organization/sso', as: 'newcomer' },
  { name: 'sso-as-a-member', route: '', path: '/organization/sso', as: 'member' },
  { name: 'app-roles-none-own', route: '', path: '/organization/roles', as: 'newcomer' },
  { name: 'app-roles-as-a-member', route: '', path: '/organization/roles', as: 'member' },
  { name: 'directory-none', route: '', path: '/organization/directory', as: 'newcomer' },
  { name: 'webhooks-none', route: '', path: '/organization/webhooks', as: 'newcomer' },
  { name: 'destinations-none', route: '', path: '/organization/destinations', as: 'newcomer' },
  { name: 'invites-none', route: '', path: '/organization/invites', as: 'newcomer' },
  { name: 'users-no-match', route: '', path: '/admin/users?search=nobody-at-all', as: 'admin' },
  { name: 'users-past-the-end', route: '', path: '/admin/users?page=99', as: 'admin' },
  ...openedStops,
];

/** The demo's company with everyone signed in, and a browser for each. */
export async function startTour(start: (serviceUrl: string) => Promise<Browser>) {
  const service = await startService({
    env: {
      WEBHOOK_ALLOWED_NETWORKS: 'loopback',
      ENABLE_EMAIL_LOGIN: 'true',
      ALLOW_SEVERAL_ORGANIZATIONS: 'true',
      ENABLE_CLIENT_METADATA: 'true',
    },
    resolve: async () => ['127.0.0.1'],
  });
  const browser = await start(service.url);
  const fresh = await startFresh();
  const { clients, newcomer } = await settle(service);
  const invite = await clients.owner?.post('/api/organizations/current/invites', {
    email: 'wren.adeyemi@otterfinch.example',
    role: 'MEMBER',
  });
  await clients.owner?.post('/api/organizations', { name: 'Finch Catering' });
  if (clients.owner) await addTeamRoles(clients.owner);
  if (clients.owner) await addOrganizationKeys(service, clients.owner);
  if (clients.owner) await addSingleSignOn(service, clients.owner);
  if (clients.owner) await addDirectory(service, clients.owner);
  if (clients.owner && clients.admin) await addWebhooks(service, clients.owner, clients.admin);
  if (clients.owner && clients.admin) await addDestinations(clients.owner, clients.admin);
  if (clients.admin) await addHooks(clients.admin);
  const pending = beginOAuth(service);
  const sent = {
    ...(await askConsent(service, clients.member)),
    documented: await askForDocumented(clients.member),
  };
  await sealTrail(service.deps);
  const verify = await askToMove(service, newcomer);
  const leaving = await askToLeave(service);
  await addThoseWithCodes(service);
  const pages = new Map<Who, { page: Page; faults: string[] }>();
  /** Those whose page shows what a stop opened. */
  const hasOpened = new Set<Who>();
  const pageOf = async (who: Who) => {
    const known = pages.get(who);
    if (known) return known;
    const person = await newPerson(browser, who === 'founder' ? { baseURL: fresh.address } : {});
    const cookies = [...(clients[who]?.cookies ?? [])].map(([name, value]) => ({ name, value, url: site }));
    await person.page.context().addCookies([...cookies, pending.cookie]);
    pages.set(who, person);
    return person;
  };
  /** Closes pages that are no longer needed: their animations would keep the machine busy. */
  const leave = async (next: Stop) => {
    const expected = new Set(stops.slice(stops.indexOf(next)).map(({ as }) => as));
    for (const [who, { page }] of pages) if (!expected.has(who)) await page.close();
  };
  return {
    service,
    browser,
    /** The page once everything on it has loaded. */
    async visit(stop: Stop): Promise<Page> {
      await leave(stop);
      const { page } = await pageOf(stop.as);
      await page.setViewportSize(wide);
      const secrets: Record<string, string> = { pending: pending.token, ...sent, ...verify, ...leaving };
      const path = stop.path.replace(/:(\w+)$/, (written, name: string) => secrets[name] ?? written);
      if (stop.as !== 'stranger' && page.url().startsWith(site))
        await walk(page, path, hasOpened.has(stop.as));
      else await page.goto(stop.route === '/invite/:token' ? invite?.body.invite.url : path);
      await settled(page);
      await stop.act?.(page);
      if (stop.act) {
        hasOpened.add(stop.as);
        await settled(page);
      } else hasOpened.delete(stop.as);
      return page;
    },
    faults: () => [...pages.values()].flatMap(({ faults }) => faults),
  };
}

/** One webhook that works and one that fails, with what was sent to them. */
async function addWebhooks({ sql, webhookWorker }: TestService, owner: Client, admin: Client): Promise<void> {
  const receiver = await startReceiver(({ path }, response) =>
    response.writeHead(path === '/down' ? 503 : 204).end(),
  );
  const { port } = new URL(receiver.url);
  const at = (path: string) => `http://hooks.otterfinch.example:${port}${path}`;
  await addWebhook(owner, at('/crm'), { events: ['member.*', 'invite.*', 'organization.*'] });
  await addWebhook(owner, at('/down'));
  await addWebhook(admin, at('/warehouse'), { path: systemPath, events: ['user.*'] });
  const current = '/api/organizations/current';
  const { name } = (await owner.get(current)).body.organization;
  for (const each of [`${name} Ltd`, name]) await owner.patch(current, { name: each });
  const invited = await owner.post(`${current}/invites`, { email: 'jo@otterfinch.example' });
  await owner.delete(`${current}/invites/${invited.body.invite.id}`);
  await webhookWorker.drain();
  await receiver.close();
  await sql`UPDATE webhooks SET url = regexp_replace(replace(url, 'http:', 'https:'), ':\\d+', '')`;
  await sql`UPDATE webhooks SET description = 'Keeps the CRM in sync' WHERE url LIKE '%/crm'`;
}

/** They have something to take, but nothing is sent until a test is. */
async function addDestinations(owner: Client, admin: Client): Promise<void> {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI-K7MDENG' };
  const bucket = { region: 'eu-central-1', bucket: 'otterfinch-audit', prefix: 'latchkey/', ...keys };
  await addDestination(owner, { name: 'Archive', kind: 's3', settings: bucket });
  const url = 'http://splunk.otterfinch.example:9/services/collector/event';
  const splunk = { url, token: '0198c0de-1111-4222-8333-444455556666', index: 'audit' };
  await addDestination(owner, {
    name: 'Splunk',
    kind: 'splunk',
    settings: splunk,
    events: ['login.*', 'member.*'],
  });
  const settings = { url: 'http://collector.otterfinch.example:9/v1/logs' };
  await addDestination(admin, { path: systemDestinations, name: 'Collector', kind: 'otlp', settings });
}

/** One that answers as long as the tour lasts, and one that is turned off. */
async function addHooks(admin: Client): Promise<void> {
  const receiver = await startHooks();
  receiver.answer({ claims: { plan: 'pro', seats: 12, iss: 'left out' } });
  const { port } = new URL(receiver.url);
  const at = (path: string) => `http://id-rules.otterfinch.example:${port}${path}`;
  await addHook({ client: admin }, 'token.claims', at('/claims'), { onFailure: 'allow' });
  await addHook({ client: admin }, 'sign_in.before', at('/sign-in'), { enabled: false });
}

type Person = Awaited<ReturnType<typeof newUser>>;

/** Someone whose address isn't verified yet asks to move to another: the tokens of both links. */
async function askToMove(service: TestService, { client, email }: Person) {
  const verify = await service.mailedToken(email);
  await client.post('/api/users/profile', { email: 'rosa@rosa-and-company.example' });
  return { verify, move: await service.mailedToken('rosa@rosa-and-company.example') };
}

/** An application that isn't the service's own sends someone here: to the consent page, or to sign in first. */
async function askConsent(service: TestService, client: Client | undefined) {
  const application = await newApplication(service, { name: 'Otter Reports', firstParty: false });
  if (!client) throw new Error('the user has no client');
  const { query } = await authorize(client, application, { scope: 'openid profile email organization' });
  const destination = encodeURIComponent(authorizePath(application));
  const cli = await newApplication(service, { name: 'Otter CLI', kind: 'native', deviceGrant: true });
  const { user_code: shown } = await startDevice(service, cli);
  return { asked: query.request ?? '', destination, shown };
}

/** A client that publishes a document about itself, and runs on the person's own machine. */
async function askForDocumented(client: Client | undefined): Promise<string> {
  if (!client) throw new Error('the user has no client');
  const redirectUri = 'http://127.0.0.1:4711/callback';
  const receiver = await startReceiver((_received, response) => {
    const document = { client_id: clientId, client_name: 'Otter Agent', redirect_uris: [redirectUri] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  const clientId = `http://agents.otterfinch.example:${new URL(receiver.url).port}/client.json`;
  const more = { scope: 'openid email organization', redirect_uri: redirectUri };
  return (await authorize(client, { clientId }, more)).query.request ?? '';
}

/** Someone back from a provider, with one step left. */
function beginOAuth({ oauth, clock }: TestService) {
  const { tokens, pendingProofs } = oauth;
  const profile = {
    providerAccountId: 'wren',
    email: 'wren.adeyemi@otterfinch.example',
    firstName: 'Wren',
    lastName: 'Adeyemi',
  };
  const none = { accessToken: null, refreshToken: null, expiresAt: null };
  const { id, token } = tokens.pending({ provider: 'google', profile, tokens: none }, clock.now());
  return { token, cookie: { name: 'oauth_pending', value: pendingProofs.add(undefined, id), url: site } };
}

/**
 * Goes to another page of the console as a link would, without a full reload. Comes from a page without anything if the last
 * stop opened something, which that closes, or was the same page.
 */
async function walk(page: Page, path: string, hasOpened: boolean): Promise<void> {
  const isSame = new URL(path, site).pathname === new URL(page.url()).pathname;
  for (const each of hasOpened || isSame ? ['/nowhere', path] : [path]) {
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
      history.pushState({}, '', to);
    }, each);
    await page.locator('h1:not([data-left])').first().waitFor();
  }
}

/** Waits for a heading, and for all placeholders to be gone. A button may wait behind a dialog. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root:not(.mantine-Button-loader *)') ===
      null,
  );
}

async function settle(service: TestService) {
  const demo = await fillDemo(service.deps);
  if (!demo) throw new Error('the database was not empty');
  await service.sql`
    UPDATE users SET two_factor_enabled = true
     WHERE role <> 'USER' OR id IN (SELECT user_id FROM organization_members WHERE role = 'ADMIN')`;
  const idOf = async (email: string) => {
    const [user] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`;
    return user?.id ?? '';
  };
  const adminId = await idOf(demo.adminEmail);
  const memberId = await idOf(demo.memberEmail);
  const [owner] = await service.sql<{ id: string }[]>`
    SELECT user_id AS id FROM organization_members JOIN organizations ON organizations.id = organization_id
     WHERE organizations.name LIKE 'Otter%' AND role = 'OWNER'`;
  const acting = await clientFor(service, adminId);
  await acting.post('/api/admin/impersonate', { userId: memberId });
  const loner = await newUser(service, { firstName: 'Nell' });
  await loner.client.delete('/api/organizations/current');
  await addPasskey(loner.client, new Authenticator(service), { name: 'Old phone' });
  await stale(service, loner.id);
  const admin = await clientFor(service, adminId);
  await addPasskey(admin, new Authenticator(service), { name: 'Work laptop' });
  await addPasskey(admin, new Authenticator(service), { name: 'Phone', synced: true });
  const newcomer = await newUser(service, { firstName: 'Rosa', organizationName: 'Rosa & Co' });
  const operator = await newUser(service, { firstName: 'Olu' });
  await giveSystemRole(service, operator.id, 'ADMIN');
  const clients: Partial<Record<Who, Client>> = {
    operator: operator.client,
    admin,
    owner: await clientFor(service, owner?.id ?? ''),
    member: await clientFor(service, memberId),
    newcomer: newcomer.client,
    loner: loner.client,
    acting,
  };
  return { clients, newcomer };
}
