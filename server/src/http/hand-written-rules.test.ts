import { type Endpoint, latchkeyScopes } from '@latchkey/contract';
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
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

/*
 * Which credentials each route and field turns away, written by hand from what was promised and not from the
 * declarations, which could forget it. A new route is not finished until it has a line here.
 *
 *   no-key             refused to an API key, whatever it may do elsewhere
 *   cookie-only        refused to an access token as well
 *   not-impersonating  refused to an ADMIN who acts as another user
 *   ends-impersonation  works even for those who may no longer act as the user they impersonate (impersonation/impersonation-rights.test.ts)
 *   recent             refused to a session whose last proof is older than ten minutes
 *   recent-if-first    the same, for an account that has no password yet
 *   field:rule+rule    the same, for a caller who sends this field of the body
 *   program:scope      open to an organization's own key with this scope; every other route is closed to all of them
 *   program-only       refused to people, whatever they bring
 */
const written = `
POST   /api/auth/login                          no-key
POST   /api/auth/register                       no-key
POST   /api/auth/logout                         no-key ends-impersonation
POST   /api/auth/refresh                        no-key
GET    /api/auth/me
POST   /api/auth/forgot-password                no-key
POST   /api/auth/reset-password                 no-key
POST   /api/auth/verify-email                   no-key
POST   /api/auth/resend-verification            no-key
POST   /api/auth/request-unlock                 no-key
POST   /api/auth/verify-unlock                  no-key
POST   /api/auth/undo-email-change              no-key
POST   /api/auth/cancel-deletion                no-key
GET    /api/auth/sessions                       no-key
DELETE /api/auth/sessions                       no-key not-impersonating
DELETE /api/auth/sessions/:id                   no-key not-impersonating
GET    /api/auth/oauth/:provider                no-key
GET    /api/auth/oauth/:provider/callback       no-key
POST   /api/auth/oauth/:provider/callback       no-key
GET    /api/auth/oauth/pending                  no-key
POST   /api/auth/oauth/complete                 no-key
POST   /api/auth/oauth/link                     no-key
GET    /api/auth/oauth/providers                no-key
GET    /api/auth/oauth/accounts                 no-key
DELETE /api/auth/oauth/accounts                 no-key not-impersonating
DELETE /api/auth/oauth/accounts/:provider       no-key not-impersonating
POST   /api/auth/sso/discover                   no-key
GET    /api/auth/sso/:id                        no-key
GET    /api/auth/sso/:id/callback               no-key
POST   /api/auth/sso/:id/acs                    no-key
GET    /api/auth/sso/:id/finish                 no-key
GET    /api/auth/sso/:id/metadata               no-key
POST   /api/auth/reauthenticate                 no-key cookie-only not-impersonating
POST   /api/auth/reauthenticate/options         no-key cookie-only not-impersonating
POST   /api/auth/passkeys/options               no-key not-impersonating recent
POST   /api/auth/passkeys                       no-key not-impersonating recent
GET    /api/auth/passkeys                       no-key
PATCH  /api/auth/passkeys/:id                   no-key not-impersonating
DELETE /api/auth/passkeys/:id                   no-key not-impersonating recent
POST   /api/auth/passkeys/register/options      no-key
POST   /api/auth/passkeys/login/options         no-key
POST   /api/auth/passkeys/login                 no-key
GET    /.well-known/webauthn
POST   /api/auth/email-code                     no-key
POST   /api/auth/email-code/register            no-key
POST   /api/auth/email-code/verify              no-key
GET    /api/auth/challenge                      no-key
POST   /api/auth/2fa/options                    no-key
POST   /api/auth/2fa/setup                      no-key not-impersonating
POST   /api/auth/2fa/verify                     no-key not-impersonating
POST   /api/auth/2fa/validate                   no-key
POST   /api/auth/2fa/disable                    no-key not-impersonating
POST   /api/auth/2fa/backup-codes               no-key not-impersonating
GET    /api/users
GET    /api/users/profile
POST   /api/users/profile                       password:no-key+not-impersonating+recent-if-first email:no-key+not-impersonating
GET    /api/users/profile/picture
PUT    /api/users/profile/picture
DELETE /api/users/profile/picture
GET    /api/users/profile/export                no-key not-impersonating recent
POST   /api/users/profile/deletion              no-key not-impersonating recent
GET    /api/users/:id
PUT    /api/users/:id                           email:no-key+not-impersonating
DELETE /api/users/:id                           not-impersonating
GET    /api/users/:id/export                    no-key not-impersonating recent
POST   /api/users/:id/activate
POST   /api/users/:id/deactivate
POST   /api/users/:id/unlock
GET    /api/users/:id/metadata
POST   /api/users                               no-key not-impersonating recent
POST   /api/users/import                        no-key not-impersonating recent
GET    /api/users/:id/sessions
DELETE /api/users/:id/sessions                  no-key not-impersonating recent
DELETE /api/users/:id/sessions/:sessionId       no-key not-impersonating recent
GET    /api/users/:id/sign-in-methods
POST   /api/users/:id/send-reset                no-key not-impersonating recent
PATCH  /api/users/:id/metadata
GET    /api/organizations
POST   /api/organizations
POST   /api/organizations/:id/default            no-key not-impersonating
GET    /api/organizations/current               program:latchkey:read
PATCH  /api/organizations/current
DELETE /api/organizations/current               not-impersonating
GET    /api/organizations/current/branding
PATCH  /api/organizations/current/branding
PUT    /api/organizations/current/branding/logo
DELETE /api/organizations/current/branding/logo
GET    /api/branding/:organizationId/logo
GET    /api/organizations/current/members       program:latchkey:read
PATCH  /api/organizations/current/members/:id
DELETE /api/organizations/current/members/:id
GET    /api/organizations/current/events        program:latchkey:audit
GET    /api/organizations/current/members/:id/roles
PUT    /api/organizations/current/members/:id/roles
GET    /api/organizations/current/roles
POST   /api/organizations/current/roles
GET    /api/organizations/current/roles/:id
PATCH  /api/organizations/current/roles/:id
DELETE /api/organizations/current/roles/:id
GET    /api/organizations/current/policy
PATCH  /api/organizations/current/policy        no-key not-impersonating recent
POST   /api/organizations/current/policy/preview no-key not-impersonating
GET    /api/organizations/current/webhooks
POST   /api/organizations/current/webhooks      not-impersonating recent
GET    /api/organizations/current/webhooks/:id
PATCH  /api/organizations/current/webhooks/:id  not-impersonating url:recent
DELETE /api/organizations/current/webhooks/:id  not-impersonating recent
POST   /api/organizations/current/webhooks/:id/rotate-secret not-impersonating recent
POST   /api/organizations/current/webhooks/:id/test
POST   /api/organizations/current/webhooks/:id/replay
GET    /api/organizations/current/webhooks/:id/deliveries
GET    /api/organizations/current/webhooks/:id/deliveries/:deliveryId
POST   /api/organizations/current/webhooks/:id/deliveries/:deliveryId/replay
GET    /api/organizations/current/destinations
POST   /api/organizations/current/destinations  not-impersonating recent
GET    /api/organizations/current/destinations/:id
PATCH  /api/organizations/current/destinations/:id not-impersonating recent
DELETE /api/organizations/current/destinations/:id not-impersonating recent
POST   /api/organizations/current/destinations/:id/rotate-secret not-impersonating recent
POST   /api/organizations/current/destinations/:id/test
GET    /api/organizations/current/invites       program:latchkey:read
POST   /api/organizations/current/invites
DELETE /api/organizations/current/invites/:id
POST   /api/organizations/current/invites/:id/resend
POST   /api/organizations/current/invites/:id/link
GET    /api/invites/:token
POST   /api/invites/:token/accept
GET    /api/organizations/current/connections no-key not-impersonating
POST   /api/organizations/current/connections no-key not-impersonating recent
GET    /api/organizations/current/connections/:id no-key not-impersonating
PATCH  /api/organizations/current/connections/:id no-key not-impersonating recent
DELETE /api/organizations/current/connections/:id no-key not-impersonating recent
POST   /api/organizations/current/connections/:id/test no-key not-impersonating recent
GET    /api/organizations/current/connections/:id/test no-key not-impersonating
GET    /api/organizations/current/connections/:id/links no-key not-impersonating
DELETE /api/organizations/current/connections/:id/links no-key not-impersonating recent
DELETE /api/organizations/current/connections/:id/links/:userId no-key not-impersonating recent
GET    /api/organizations/current/domains       no-key not-impersonating
POST   /api/organizations/current/domains       no-key not-impersonating recent
PATCH  /api/organizations/current/domains/:id   no-key not-impersonating recent
POST   /api/organizations/current/domains/:id/verify no-key not-impersonating
DELETE /api/organizations/current/domains/:id   no-key not-impersonating recent
GET    /api/organizations/current/scim-tokens
POST   /api/organizations/current/scim-tokens   no-key not-impersonating recent
DELETE /api/organizations/current/scim-tokens/:id no-key not-impersonating recent
GET    /api/organizations/current/scim-errors
GET    /api/organizations/current/scim-groups
PATCH  /api/organizations/current/scim-groups/:id no-key not-impersonating recent
GET    /api/scim/v2/Users
POST   /api/scim/v2/Users
GET    /api/scim/v2/Users/:id
PUT    /api/scim/v2/Users/:id
PATCH  /api/scim/v2/Users/:id
DELETE /api/scim/v2/Users/:id
GET    /api/scim/v2/Groups
POST   /api/scim/v2/Groups
GET    /api/scim/v2/Groups/:id
PUT    /api/scim/v2/Groups/:id
PATCH  /api/scim/v2/Groups/:id
DELETE /api/scim/v2/Groups/:id
GET    /api/scim/v2/ServiceProviderConfig
GET    /api/scim/v2/ResourceTypes
GET    /api/scim/v2/ResourceTypes/:id
GET    /api/scim/v2/Schemas
GET    /api/scim/v2/Schemas/:id
GET    /api/organizations/current/keys          program:latchkey:keys
POST   /api/organizations/current/keys          program:latchkey:keys not-impersonating recent
GET    /api/organizations/current/keys/:id      program:latchkey:keys
PATCH  /api/organizations/current/keys/:id      program:latchkey:keys not-impersonating recent
DELETE /api/organizations/current/keys/:id      program:latchkey:keys not-impersonating
POST   /api/organizations/current/keys/:id/rotate program:latchkey:keys not-impersonating recent
POST   /api/keys/verify                         program:latchkey:verify program-only
GET    /api/keys
POST   /api/keys                                no-key not-impersonating
GET    /api/keys/:id
PATCH  /api/keys/:id                            no-key not-impersonating
DELETE /api/keys/:id                            no-key not-impersonating
GET    /api/admin/audit-logs                    program:latchkey:audit
GET    /api/admin/audit-logs/export             program:latchkey:audit
GET    /api/admin/audit-logs/activity
GET    /api/admin/audit-logs/summary
GET    /api/admin/audit-logs/head
GET    /api/admin/audit-logs/:id/proof
GET    /api/checks/changes
GET    /api/admin/checks
POST   /api/admin/checks/confirm
GET    /api/admin/emails
GET    /api/admin/organizations
GET    /api/admin/events
GET    /api/admin/policy
PATCH  /api/admin/policy                        no-key not-impersonating recent
POST   /api/admin/policy/preview                no-key not-impersonating
GET    /api/admin/webhooks
POST   /api/admin/webhooks                      not-impersonating recent
GET    /api/admin/webhooks/:id
PATCH  /api/admin/webhooks/:id                  not-impersonating url:recent
DELETE /api/admin/webhooks/:id                  not-impersonating recent
POST   /api/admin/webhooks/:id/rotate-secret    not-impersonating recent
POST   /api/admin/webhooks/:id/test
POST   /api/admin/webhooks/:id/replay
GET    /api/admin/webhooks/:id/deliveries
GET    /api/admin/webhooks/:id/deliveries/:deliveryId
POST   /api/admin/webhooks/:id/deliveries/:deliveryId/replay
GET    /api/admin/destinations
POST   /api/admin/destinations                  not-impersonating recent
GET    /api/admin/destinations/:id
PATCH  /api/admin/destinations/:id              not-impersonating recent
DELETE /api/admin/destinations/:id              not-impersonating recent
POST   /api/admin/destinations/:id/rotate-secret not-impersonating recent
POST   /api/admin/destinations/:id/test
GET    /api/admin/hooks
POST   /api/admin/hooks                         not-impersonating recent
GET    /api/admin/hooks/:id
PATCH  /api/admin/hooks/:id                     not-impersonating recent
DELETE /api/admin/hooks/:id                     not-impersonating recent
POST   /api/admin/hooks/:id/rotate-secret       not-impersonating recent
POST   /api/admin/hooks/:id/test                not-impersonating recent
GET    /api/admin/settings                      no-key
GET    /api/admin/statistics
GET    /api/admin/health                        no-key
POST   /api/admin/test-email                    no-key not-impersonating
GET    /api/admin/organization-permissions
PUT    /api/admin/organization-permissions
GET    /api/admin/organization-roles
POST   /api/admin/organization-roles
GET    /api/admin/organization-roles/:id
PATCH  /api/admin/organization-roles/:id
DELETE /api/admin/organization-roles/:id
GET    /api/admin/roles
POST   /api/admin/roles
GET    /api/admin/roles/:id
PATCH  /api/admin/roles/:id
DELETE /api/admin/roles/:id
GET    /api/admin/users/:id/roles
PUT    /api/admin/users/:id/roles
GET    /api/admin/users/:id/organizations
DELETE /api/admin/users/:id/organizations/:organizationId
POST   /api/admin/users/:id/reset-2fa           no-key
POST   /api/admin/impersonate                   no-key cookie-only not-impersonating
POST   /api/admin/exit-impersonation            no-key cookie-only ends-impersonation
GET    /.well-known/openid-configuration
GET    /.well-known/oauth-authorization-server
GET    /api/oidc/jwks
GET    /api/oidc/authorize
POST   /api/oidc/authorize
POST   /api/oidc/token
GET    /api/oidc/userinfo
POST   /api/oidc/userinfo
POST   /api/oidc/introspect
POST   /api/oidc/revoke
POST   /api/oidc/register
GET    /api/oidc/logout
POST   /api/oidc/logout
POST   /api/oidc/logout/confirm                 no-key cookie-only
GET    /api/oidc/consent                        no-key cookie-only
POST   /api/oidc/consent                        no-key cookie-only not-impersonating
POST   /api/oidc/device
POST   /api/mcp
GET    /.well-known/oauth-protected-resource/api/mcp
POST   /api/oidc/device/lookup                  no-key cookie-only not-impersonating
POST   /api/oidc/device/decide                  no-key cookie-only not-impersonating
GET    /api/admin/applications
POST   /api/admin/applications                  not-impersonating recent
GET    /api/admin/applications/:id
PATCH  /api/admin/applications/:id              not-impersonating recent
DELETE /api/admin/applications/:id              not-impersonating recent
POST   /api/admin/applications/:id/secret       not-impersonating recent
GET    /api/users/profile/applications
DELETE /api/users/profile/applications/:id      not-impersonating
GET    /api/setup
POST   /api/setup
GET    /api/health/live
GET    /api/health/ready
GET    /api/locales/:code/:part
POST   /api/test/reset-rate-limits`
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', ...rules] = line.split(/\s+/);
    return { route: `${method} ${path}`, rules };
  });

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** A declaration in the words of the list. */
function rulesOf(route: Endpoint): string[] {
  type Rules = Pick<Endpoint, 'apiKey' | 'bearer' | 'impersonation'> & { recent?: true | 'first' };
  const words = (rule: Rules) => [
    ...(rule.apiKey === false ? ['no-key'] : []),
    ...(rule.bearer === false ? ['cookie-only'] : []),
    ...(rule.impersonation === 'blocked' ? ['not-impersonating'] : []),
    ...(rule.impersonation === 'ends' ? ['ends-impersonation'] : []),
    ...(rule.recent ? [rule.recent === 'first' ? 'recent-if-first' : 'recent'] : []),
  ];
  const programs = [
    ...(route.organizationKey ? [`program:${route.organizationKey}`] : []),
    ...(route.access.kind === 'organizationKey' ? ['program-only'] : []),
  ];
  const fields = Object.entries(route.guardedFields ?? {}).map(
    ([field, rule]) => `${field}:${words(rule).join('+')}`,
  );
  return [...words(route), ...fields, ...programs];
}

test('the list names every route exactly once and no others', () => {
  expect(written.map(({ route }) => route).sort()).toEqual(routes.map(([, route]) => nameOf(route)).sort());
});

test.each(written)('$route is declared with the rules written here: $rules', ({ route, rules }) => {
  const declared = routes.find(([, declaration]) => nameOf(declaration) === route)?.[1];
  expect(declared && rulesOf(declared).sort()).toEqual([...rules].sort());
});

const admin = { role: 'ADMIN', twoFactor: true, organizationRole: 'OWNER' } as const;
const trials = {
  'no-key': {
    actor: { ...admin, name: 'a READ_WRITE key', credential: 'READ_WRITE' },
    refusal: [403, 'API_KEY_NOT_ALLOWED', 'AUTHORIZATION_ERROR'],
  },
  'cookie-only': {
    actor: { ...admin, name: 'an access token', credential: 'accessToken' },
    refusal: [403, 'COOKIE_SESSION_REQUIRED', 'AUTHORIZATION_ERROR'],
  },
  'not-impersonating': {
    actor: {
      name: 'who impersonates',
      credential: 'cookie',
      role: 'USER',
      twoFactor: false,
      organizationRole: 'OWNER',
      impersonating: true,
    },
    refusal: [403, 'IMPERSONATION_BLOCKED', 'FORBIDDEN'],
  },
  recent: {
    actor: { ...admin, name: 'who signed in long ago', credential: 'cookie', staleProof: true },
    refusal: [403, 'REAUTHENTICATION_REQUIRED', 'AUTHORIZATION_ERROR'],
  },
  'recent-if-first': {
    actor: {
      ...admin,
      name: 'who signed in long ago with a provider',
      credential: 'cookie',
      staleProof: true,
      withoutPassword: true,
    },
    refusal: [403, 'REAUTHENTICATION_REQUIRED', 'AUTHORIZATION_ERROR'],
  },
  'program-only': {
    actor: { ...admin, name: 'a signed-in ADMIN', credential: 'cookie' },
    refusal: [403, 'API_KEY_SCOPE_MISSING', 'AUTHORIZATION_ERROR'],
  },
} as const satisfies Record<string, { actor: Actor; refusal: readonly unknown[] }>;
type Rule = keyof typeof trials;

const cases = written.flatMap(({ route, rules }) => {
  const declared = routes.find(([, declaration]) => nameOf(declaration) === route);
  return rules
    .filter((rule) => rule !== 'ends-impersonation' && !rule.startsWith('program:'))
    .flatMap((rule) => {
      const [words = '', field] = rule.split(':').reverse();
      return words.split('+').map((word) => ({ route, declared, field, rule: word as Rule }));
    });
});

describe('over HTTP', () => {
  const service = started(startService);
  const standing = createCast(service);

  async function send(caller: Presence, { method }: Endpoint, { path, body, raw }: Filled) {
    const { status, body: answer } = await caller.client.send(method, path, {
      ...(body && { body }),
      ...(raw && { raw }),
    });
    return [status, answer?.error?.code, answer?.error?.type];
  }

  test.each(cases)('$route $field is refused by the rule $rule', async ({ route, declared, field, rule }) => {
    if (!declared) throw new Error(`${route} is not declared`);
    const [name, declaration] = declared as [RouteName, Endpoint];
    const { actor, refusal } = trials[rule];
    // A caller who is refused stays unchanged.
    const caller = await (field || changesCaller(name) ? enact(service, actor) : standing(actor));
    const filled = await fill(name, declaration, { service, caller, whose: 'own' });
    if (!field) return expect(await send(caller, declaration, filled)).toEqual(refusal);
    // Only the field is refused, not the rest.
    expect(await send(caller, declaration, filled)).toEqual([200, undefined, undefined]);
    const body = { ...filled.body, [field]: sampleField(declaration, field) };
    expect(await send(caller, declaration, { ...filled, body })).toEqual(refusal);
  });

  const program = {
    name: 'a program',
    credential: 'organizationKey',
    role: 'USER',
    twoFactor: false,
    organizationRole: 'OWNER',
  } as const;
  const withAll: Actor = { ...program, scopes: latchkeyScopes };
  const openTo = (rules: string[]) => rules.find((rule) => rule.startsWith('program:'))?.slice(8);
  const isRefused = (route: string) =>
    !/^GET .*(invites\/:token|oauth\/|auth\/sso\/|setup|health|locales|challenge|api\/branding)/.test(route);

  test.each(
    written.filter(({ route }) => isRefused(route) && !/oidc|well-known|api\/(mcp$|scim\/)/.test(route)),
  )("$route is open to an organization's key only by the scope written here", async ({ route, rules }) => {
    const declared = routes.find(([, declaration]) => nameOf(declaration) === route);
    if (!declared) throw new Error(`${route} is not declared`);
    const scope = openTo(rules);
    const others = latchkeyScopes.filter((each) => each !== scope);
    const isOpen = scope || changesCaller(declared[0]);
    const caller = await (isOpen ? enact(service, { ...program, scopes: others }) : standing(withAll));
    const filled = await fill(...declared, { service, caller, whose: 'own' });
    const refused = [403, 'API_KEY_SCOPE_MISSING', 'AUTHORIZATION_ERROR'];
    expect(await send(caller, declared[1], filled)).toEqual(refused);
    if (!scope) return;
    const opened = await enact(service, { ...program, scopes: [scope] });
    const own = await fill(...declared, { service, caller: opened, whose: 'own' });
    expect((await send(opened, declared[1], own))[0]).toBeLessThan(300);
  });
});
