import type { Endpoint } from '@latchkey/contract';
import type { Answer } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { type Actor, createCast, enact, type Presence } from '@latchkey/server/testing/matrix/actors';
import {
  changesCaller,
  type Filled,
  fill,
  type RouteName,
  routes,
  sampleField,
} from '@latchkey/server/testing/matrix/requests';
import { isLetIn } from '@latchkey/server/testing/matrix/verdicts';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

/*
 * What a session may do that an organization's identity provider began, written by hand from what was promised and not
 * from the declarations, which could forget it. A new route is not finished until it has a line here.
 *
 *   open              it may call: what is its organization's, about itself, or the person's name, picture and keys there
 *   begun-here        it reaches only sessions that the same connection began (features/sso/session-attacks.test.ts)
 *   personal          refused until the person proves who they are, in a way of their own
 *   unless-nothing    the same, unless the account has neither password, passkey nor provider
 *   field:personal    the same, for a caller who sends this field of the body
 *   staff             refused even to an ADMIN: no organization's identity provider speaks for those who run the service
 *   programs          only an organization's key may call
 *   apart             no session is needed, however one began. Where one counts: personal-to-link and personal-by-session
 *                     (features/sso/session-attacks.test.ts)
 */
const written = `
POST   /api/auth/login                                                    apart
POST   /api/auth/register                                                 apart
POST   /api/auth/logout                                                   open
POST   /api/auth/refresh                                                  apart
GET    /api/auth/me                                                       open
POST   /api/auth/forgot-password                                          apart
POST   /api/auth/reset-password                                           apart
POST   /api/auth/verify-email                                             apart personal-by-session
POST   /api/auth/resend-verification                                      apart
POST   /api/auth/request-unlock                                           apart
POST   /api/auth/verify-unlock                                            apart
POST   /api/auth/undo-email-change                                        apart
POST   /api/auth/cancel-deletion                                          apart
GET    /api/auth/sessions                                                 open begun-here
DELETE /api/auth/sessions                                                 open begun-here
DELETE /api/auth/sessions/:id                                             open begun-here
GET    /api/auth/oauth/:provider                                          apart personal-to-link
GET    /api/auth/oauth/:provider/callback                                 apart
POST   /api/auth/oauth/:provider/callback                                 apart
GET    /api/auth/oauth/pending                                            apart
POST   /api/auth/oauth/complete                                           apart
POST   /api/auth/oauth/link                                               apart
GET    /api/auth/oauth/providers                                          apart
GET    /api/auth/oauth/accounts                                           personal
DELETE /api/auth/oauth/accounts                                           personal
DELETE /api/auth/oauth/accounts/:provider                                 personal
POST   /api/auth/sso/discover                                             apart
GET    /api/auth/sso/:id                                                  apart
GET    /api/auth/sso/:id/callback                                         apart
POST   /api/auth/sso/:id/acs                                              apart
GET    /api/auth/sso/:id/finish                                           apart
GET    /api/auth/sso/:id/metadata                                         apart
POST   /api/auth/reauthenticate                                           open
POST   /api/auth/reauthenticate/options                                   open
POST   /api/auth/passkeys/options                                         personal
POST   /api/auth/passkeys                                                 personal
GET    /api/auth/passkeys                                                 personal
PATCH  /api/auth/passkeys/:id                                             personal
DELETE /api/auth/passkeys/:id                                             personal
POST   /api/auth/passkeys/register/options                                apart
POST   /api/auth/passkeys/login/options                                   apart
POST   /api/auth/passkeys/login                                           apart
GET    /.well-known/webauthn                                              apart
POST   /api/auth/email-code                                               apart
POST   /api/auth/email-code/register                                      apart
POST   /api/auth/email-code/verify                                        apart
GET    /api/auth/challenge                                                apart
POST   /api/auth/2fa/options                                              apart
POST   /api/auth/2fa/setup                                                unless-nothing
POST   /api/auth/2fa/verify                                               unless-nothing
POST   /api/auth/2fa/validate                                             apart
POST   /api/auth/2fa/disable                                              personal
POST   /api/auth/2fa/backup-codes                                         personal
GET    /api/users                                                         open
GET    /api/users/profile                                                 open
POST   /api/users/profile                                                 open email:personal password:personal
GET    /api/users/profile/picture                                         open
PUT    /api/users/profile/picture                                         open
DELETE /api/users/profile/picture                                         open
GET    /api/users/profile/export                                          personal
POST   /api/users/profile/deletion                                        personal
GET    /api/users/:id                                                     open
PUT    /api/users/:id                                                     open email:personal
DELETE /api/users/:id                                                     staff
GET    /api/users/:id/export                                              staff
POST   /api/users/:id/activate                                            staff
POST   /api/users/:id/deactivate                                          staff
POST   /api/users/:id/unlock                                              staff
GET    /api/users/:id/metadata                                            staff
PATCH  /api/users/:id/metadata                                            staff
POST   /api/users                                                         staff
POST   /api/users/import                                                  staff
GET    /api/users/:id/sessions                                            staff
DELETE /api/users/:id/sessions                                            staff
DELETE /api/users/:id/sessions/:sessionId                                 staff
GET    /api/users/:id/sign-in-methods                                     staff
POST   /api/users/:id/send-reset                                          staff
GET    /api/organizations                                                 open
POST   /api/organizations                                                 personal
POST   /api/organizations/:id/default                                     personal
GET    /api/organizations/current                                         open
PATCH  /api/organizations/current                                         open
DELETE /api/organizations/current                                         open
GET    /api/organizations/current/branding                                open
PATCH  /api/organizations/current/branding                                open
PUT    /api/organizations/current/branding/logo                           open
DELETE /api/organizations/current/branding/logo                           open
GET    /api/branding/:organizationId/logo                                 apart
GET    /api/organizations/current/members                                 open
PATCH  /api/organizations/current/members/:id                             open
DELETE /api/organizations/current/members/:id                             open
GET    /api/organizations/current/events                                  open
GET    /api/organizations/current/members/:id/roles                       open
PUT    /api/organizations/current/members/:id/roles                       open
GET    /api/organizations/current/roles                                   open
POST   /api/organizations/current/roles                                   open
GET    /api/organizations/current/roles/:id                               open
PATCH  /api/organizations/current/roles/:id                               open
DELETE /api/organizations/current/roles/:id                               open
GET    /api/organizations/current/policy                                  open
PATCH  /api/organizations/current/policy                                  open
POST   /api/organizations/current/policy/preview                          open
GET    /api/organizations/current/webhooks                                open
POST   /api/organizations/current/webhooks                                open
GET    /api/organizations/current/webhooks/:id                            open
PATCH  /api/organizations/current/webhooks/:id                            open
DELETE /api/organizations/current/webhooks/:id                            open
POST   /api/organizations/current/webhooks/:id/rotate-secret              open
POST   /api/organizations/current/webhooks/:id/test                       open
POST   /api/organizations/current/webhooks/:id/replay                     open
GET    /api/organizations/current/webhooks/:id/deliveries                 open
GET    /api/organizations/current/webhooks/:id/deliveries/:deliveryId     open
POST   /api/organizations/current/webhooks/:id/deliveries/:deliveryId/replay open
GET    /api/organizations/current/destinations                           open
POST   /api/organizations/current/destinations                           open
GET    /api/organizations/current/destinations/:id                       open
PATCH  /api/organizations/current/destinations/:id                       open
DELETE /api/organizations/current/destinations/:id                       open
POST   /api/organizations/current/destinations/:id/rotate-secret         open
POST   /api/organizations/current/destinations/:id/test                  open
GET    /api/organizations/current/invites                                 open
POST   /api/organizations/current/invites                                 open
DELETE /api/organizations/current/invites/:id                             open
POST   /api/organizations/current/invites/:id/resend                      open
POST   /api/organizations/current/invites/:id/link                        open
GET    /api/invites/:token                                                apart
POST   /api/invites/:token/accept                                         personal
GET    /api/organizations/current/connections                             open
POST   /api/organizations/current/connections                             open
GET    /api/organizations/current/connections/:id                         open
PATCH  /api/organizations/current/connections/:id                         open
DELETE /api/organizations/current/connections/:id                         open
POST   /api/organizations/current/connections/:id/test                    open
GET    /api/organizations/current/connections/:id/test                    open
GET    /api/organizations/current/connections/:id/links                   open
DELETE /api/organizations/current/connections/:id/links                   open
DELETE /api/organizations/current/connections/:id/links/:userId           open
GET    /api/organizations/current/domains                                 open
POST   /api/organizations/current/domains                                 open
PATCH  /api/organizations/current/domains/:id                             open
POST   /api/organizations/current/domains/:id/verify                      open
DELETE /api/organizations/current/domains/:id                             open
GET    /api/organizations/current/scim-tokens                             open
POST   /api/organizations/current/scim-tokens                             open
DELETE /api/organizations/current/scim-tokens/:id                         open
GET    /api/organizations/current/scim-errors                             open
GET    /api/organizations/current/scim-groups                             open
PATCH  /api/organizations/current/scim-groups/:id                         open
GET    /api/scim/v2/Users                                                 apart
POST   /api/scim/v2/Users                                                 apart
GET    /api/scim/v2/Users/:id                                             apart
PUT    /api/scim/v2/Users/:id                                             apart
PATCH  /api/scim/v2/Users/:id                                             apart
DELETE /api/scim/v2/Users/:id                                             apart
GET    /api/scim/v2/Groups                                                apart
POST   /api/scim/v2/Groups                                                apart
GET    /api/scim/v2/Groups/:id                                            apart
PUT    /api/scim/v2/Groups/:id                                            apart
PATCH  /api/scim/v2/Groups/:id                                            apart
DELETE /api/scim/v2/Groups/:id                                            apart
GET    /api/scim/v2/ServiceProviderConfig                                 apart
GET    /api/scim/v2/ResourceTypes                                         apart
GET    /api/scim/v2/ResourceTypes/:id                                     apart
GET    /api/scim/v2/Schemas                                               apart
GET    /api/scim/v2/Schemas/:id                                           apart
GET    /api/organizations/current/keys                                    open
POST   /api/organizations/current/keys                                    open
GET    /api/organizations/current/keys/:id                                open
PATCH  /api/organizations/current/keys/:id                                open
DELETE /api/organizations/current/keys/:id                                open
POST   /api/organizations/current/keys/:id/rotate                         open
POST   /api/keys/verify                                                   programs
GET    /api/keys                                                          open
POST   /api/keys                                                          open
GET    /api/keys/:id                                                      open
PATCH  /api/keys/:id                                                      open
DELETE /api/keys/:id                                                      open
GET    /api/admin/audit-logs                                              open
GET    /api/admin/audit-logs/export                                       open
GET    /api/admin/audit-logs/activity                                     open
GET    /api/admin/audit-logs/summary                                      open
GET    /api/admin/audit-logs/head                                         open
GET    /api/admin/audit-logs/:id/proof                                    open
GET    /api/checks/changes                                                staff
GET    /api/admin/checks                                                  staff
POST   /api/admin/checks/confirm                                          staff
GET    /api/admin/emails                                                  staff
GET    /api/admin/organizations                                           staff
GET    /api/admin/events                                                  staff
GET    /api/admin/policy                                                  staff
PATCH  /api/admin/policy                                                  staff
POST   /api/admin/policy/preview                                          staff
GET    /api/admin/webhooks                                                staff
POST   /api/admin/webhooks                                                staff
GET    /api/admin/webhooks/:id                                            staff
PATCH  /api/admin/webhooks/:id                                            staff
DELETE /api/admin/webhooks/:id                                            staff
POST   /api/admin/webhooks/:id/rotate-secret                              staff
POST   /api/admin/webhooks/:id/test                                       staff
POST   /api/admin/webhooks/:id/replay                                     staff
GET    /api/admin/hooks                                                   staff
POST   /api/admin/hooks                                                   staff
GET    /api/admin/hooks/:id                                               staff
PATCH  /api/admin/hooks/:id                                               staff
DELETE /api/admin/hooks/:id                                               staff
POST   /api/admin/hooks/:id/rotate-secret                                 staff
POST   /api/admin/hooks/:id/test                                          staff
GET    /api/admin/settings                                                staff
GET    /api/admin/statistics                                              open
GET    /api/admin/health                                                  staff
POST   /api/admin/test-email                                              staff
GET    /api/admin/webhooks/:id/deliveries                                 staff
GET    /api/admin/webhooks/:id/deliveries/:deliveryId                     staff
POST   /api/admin/webhooks/:id/deliveries/:deliveryId/replay              staff
GET    /api/admin/destinations                                           staff
POST   /api/admin/destinations                                           staff
GET    /api/admin/destinations/:id                                       staff
PATCH  /api/admin/destinations/:id                                       staff
DELETE /api/admin/destinations/:id                                       staff
POST   /api/admin/destinations/:id/rotate-secret                         staff
POST   /api/admin/destinations/:id/test                                  staff
GET    /api/admin/organization-permissions                                staff
PUT    /api/admin/organization-permissions                                staff
GET    /api/admin/organization-roles                                      staff
POST   /api/admin/organization-roles                                      staff
GET    /api/admin/organization-roles/:id                                  staff
PATCH  /api/admin/organization-roles/:id                                  staff
DELETE /api/admin/organization-roles/:id                                  staff
GET    /api/admin/roles                                                   staff
POST   /api/admin/roles                                                   staff
GET    /api/admin/roles/:id                                               staff
PATCH  /api/admin/roles/:id                                               staff
DELETE /api/admin/roles/:id                                               staff
GET    /api/admin/users/:id/roles                                         staff
PUT    /api/admin/users/:id/roles                                         staff
GET    /api/admin/users/:id/organizations                                 staff
DELETE /api/admin/users/:id/organizations/:organizationId                 staff
POST   /api/admin/users/:id/reset-2fa                                     staff
POST   /api/admin/impersonate                                             staff
POST   /api/admin/exit-impersonation                                      open
GET    /.well-known/openid-configuration                                  apart
GET    /.well-known/oauth-authorization-server                            apart
GET    /api/oidc/jwks                                                     apart
GET    /api/oidc/authorize                                                apart
POST   /api/oidc/authorize                                                apart
POST   /api/oidc/token                                                    apart
GET    /api/oidc/userinfo                                                 apart
POST   /api/oidc/userinfo                                                 apart
POST   /api/oidc/introspect                                               apart
POST   /api/oidc/revoke                                                   apart
POST   /api/oidc/register                                                 apart
GET    /api/oidc/logout                                                   apart
POST   /api/oidc/logout                                                   apart
POST   /api/oidc/logout/confirm                                           open
GET    /api/oidc/consent                                                  open
POST   /api/oidc/consent                                                  open
POST   /api/oidc/device                                                   apart
POST   /api/mcp                                                           apart
GET    /.well-known/oauth-protected-resource/api/mcp                      apart
POST   /api/oidc/device/lookup                                            open
POST   /api/oidc/device/decide                                            open
GET    /api/admin/applications                                            staff
POST   /api/admin/applications                                            staff
GET    /api/admin/applications/:id                                        staff
PATCH  /api/admin/applications/:id                                        staff
DELETE /api/admin/applications/:id                                        staff
POST   /api/admin/applications/:id/secret                                 staff
GET    /api/users/profile/applications                                    personal
DELETE /api/users/profile/applications/:id                                personal
GET    /api/setup                                                         apart
POST   /api/setup                                                         apart
GET    /api/health/live                                                   apart
GET    /api/health/ready                                                  apart
GET    /api/locales/:code/:part                                           apart
POST   /api/test/reset-rate-limits                                        apart`
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', ...words] = line.split(/\s+/);
    return { route: `${method} ${path}`, words };
  });

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const declarationOf = (route: string) => {
  const declared = routes.find(([, declaration]) => nameOf(declaration) === route);
  if (!declared) throw new Error(`${route} is not declared`);
  return declared;
};
const having = (...wanted: string[]) =>
  written.filter(({ words }) => words.some((word) => wanted.includes(word)));

test('the list names every route exactly once and no others', () => {
  expect(written.map(({ route }) => route).sort()).toEqual(routes.map(([, route]) => nameOf(route)).sort());
});

const vouched = {
  credential: 'cookie',
  role: 'ADMIN',
  twoFactor: true,
  organizationRole: 'OWNER',
  vouched: 'with a password',
} as const;
const byCookie: Actor = { ...vouched, name: 'by cookie' };
const byToken: Actor = { ...vouched, name: 'by access token', credential: 'accessToken' };
const plain: Actor = { ...byCookie, name: 'a USER', role: 'USER', twoFactor: false };
const bare: Actor = { ...plain, name: 'with nothing of their own', vouched: 'with nothing' };

describe('over HTTP', () => {
  const service = started(startService);
  const standing = createCast(service);
  const confirmFirst = [403, 'REAUTHENTICATION_REQUIRED'];

  function send({ client }: Pick<Presence, 'client'>, { method }: Endpoint, { path, body, raw }: Filled) {
    const headers = raw ? { 'content-type': 'image/gif' } : {};
    return client.send(method, path, { headers, ...(body && { body }), ...(raw && { raw }) });
  }

  async function ask([name, route]: [RouteName, Endpoint], actor: Actor, field?: string) {
    const isFresh = field !== undefined || route.method !== 'GET' || changesCaller(name);
    const caller = await (isFresh ? enact(service, actor) : standing(actor));
    const filled = await fill(name, route, { service, caller, whose: 'own' });
    const body = field ? { ...filled.body, [field]: sampleField(route, field) } : filled.body;
    return send(caller, route, { ...filled, ...(body && { body }) });
  }

  const told = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    return [status, body?.error?.code];
  };
  // No key may call these.
  const keyless = (route: string) => declarationOf(route)[1].apiKey === false;
  const cookieOnly = (route: string) => declarationOf(route)[1].bearer === false;

  test.each(having('open'))('$route is open', async ({ route }) => {
    const declared = declarationOf(route);
    const answer = await ask(declared, byCookie);
    expect([isLetIn(declared[1], answer), answer.text]).toEqual([true, answer.text]);
  });

  test.each(having('personal'))('$route needs a proof of their own', async ({ route }) => {
    const declared = declarationOf(route);
    for (const actor of [byCookie, bare, ...(cookieOnly(route) ? [] : [byToken])])
      expect(await told(ask(declared, actor))).toEqual(confirmFirst);
  });

  test.each(having('personal').filter(({ route }) => !keyless(route)))(
    '$route is closed to a key that such a session made',
    async ({ route }) => {
      const [name, declaration] = declarationOf(route);
      const maker = await enact(service, plain);
      const { key } = await newKey(maker.client, { permission: 'READ_WRITE' });
      const filled = await fill(name, declaration, { service, caller: maker, whose: 'own' });
      const client = keyClient(service, key);
      expect(await told(send({ client }, declaration, filled))).toEqual(confirmFirst);
    },
  );

  test.each(having('unless-nothing'))('$route is open to an account with nothing', async ({ route }) => {
    const declared = declarationOf(route);
    expect(await told(ask(declared, plain))).toEqual(confirmFirst);
    expect(isLetIn(declared[1], await ask(declared, bare))).toBe(true);
  });

  test.each(having('staff'))('$route is closed, even to an ADMIN', async ({ route }) => {
    const actors = [byCookie, ...(cookieOnly(route) ? [] : [byToken])];
    for (const actor of actors)
      expect(await told(ask(declarationOf(route), actor))).toEqual([403, 'PERMISSION_DENIED']);
  });

  const fields = written.flatMap(({ route, words }) =>
    words.flatMap((word) => (word.endsWith(':personal') ? [{ route, field: word.slice(0, -9) }] : [])),
  );

  test.each(fields)('$route needs a proof of their own for $field', async ({ route, field }) => {
    const declared = declarationOf(route);
    expect(await told(ask(declared, plain))).toEqual([200, undefined]);
    expect(await told(ask(declared, plain, field))).toEqual(confirmFirst);
    expect(await told(ask(declared, bare, field))).toEqual(confirmFirst);
  });

  test('sending the current address back changes nothing, and needs no proof', async () => {
    const { client, email } = await enact(service, plain);
    const sent = await client.post('/api/users/profile', { email, firstName: 'Ada' });
    expect([sent.status, sent.body.user?.firstName]).toEqual([200, 'Ada']);
  });
});
