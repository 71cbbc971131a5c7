import { describe, expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import * as contract from './index.ts';
import { endpoints, rateLimits, reasonsOf } from './index.ts';

const routes = Object.values(endpoints as Record<string, Endpoint>);
const find = (method: string, path: string) => {
  const found = routes.find((route) => route.method === method && route.path === path);
  if (!found) throw new Error(`${method} ${path} is not declared`);
  return found;
};

/** The agreed interface. The last column is short for the access rule. */
const agreed = `
POST   /api/auth/login                                none
POST   /api/auth/register                             none
POST   /api/auth/logout                               session
POST   /api/auth/refresh                              token
GET    /api/auth/me                                   session
POST   /api/auth/forgot-password                      none
POST   /api/auth/reset-password                       none
POST   /api/auth/verify-email                         none
POST   /api/auth/undo-email-change                    none
POST   /api/auth/cancel-deletion                      none
POST   /api/auth/resend-verification                  none
POST   /api/auth/request-unlock                       none
POST   /api/auth/verify-unlock                        none
GET    /api/auth/sessions                             session
DELETE /api/auth/sessions                             session
DELETE /api/auth/sessions/:id                         session
POST   /api/auth/reauthenticate                       session
POST   /api/auth/reauthenticate/options               session
POST   /api/auth/passkeys/options                     session
POST   /api/auth/passkeys                             session
GET    /api/auth/passkeys                             session
PATCH  /api/auth/passkeys/:id                         session
DELETE /api/auth/passkeys/:id                         session
POST   /api/auth/passkeys/register/options            none
POST   /api/auth/passkeys/login/options               none
POST   /api/auth/passkeys/login                       none
GET    /.well-known/webauthn                          none
POST   /api/auth/email-code                           none
POST   /api/auth/email-code/register                  none
POST   /api/auth/email-code/verify                    none
GET    /api/auth/challenge                            none
GET    /api/setup                                     none
POST   /api/setup                                     none
POST   /api/auth/2fa/options                          token
POST   /api/auth/2fa/setup                            session
POST   /api/auth/2fa/verify                           session
POST   /api/auth/2fa/validate                         token
POST   /api/auth/2fa/disable                          session
POST   /api/auth/2fa/backup-codes                     session
POST   /api/admin/users/:id/reset-2fa                 permission
GET    /api/auth/oauth/:provider                      none
GET    /api/auth/oauth/:provider/callback             none
POST   /api/auth/oauth/:provider/callback             none
POST   /api/auth/oauth/complete                       token
POST   /api/auth/oauth/link                           token
GET    /api/auth/oauth/accounts                       session
DELETE /api/auth/oauth/accounts                       session
DELETE /api/auth/oauth/accounts/:provider             session
GET    /.well-known/openid-configuration              none
GET    /.well-known/oauth-authorization-server        none
GET    /api/oidc/jwks                                 none
GET    /api/oidc/authorize                            none
POST   /api/oidc/authorize                            none
POST   /api/oidc/token                                token
GET    /api/oidc/userinfo                             token
POST   /api/oidc/userinfo                             token
POST   /api/oidc/introspect                           token
POST   /api/oidc/revoke                               token
GET    /api/oidc/logout                               none
POST   /api/oidc/logout                               none
POST   /api/oidc/register                             none
GET    /api/oidc/consent                              session
POST   /api/oidc/consent                              session
POST   /api/oidc/device                               token
POST   /api/mcp                                       token
GET    /.well-known/oauth-protected-resource/api/mcp  none
POST   /api/oidc/device/lookup                        session
POST   /api/oidc/device/decide                        session
GET    /api/admin/applications                        permission
POST   /api/admin/applications                        permission
GET    /api/admin/applications/:id                    permission
PATCH  /api/admin/applications/:id                    permission
DELETE /api/admin/applications/:id                    permission
POST   /api/admin/applications/:id/secret             permission
GET    /api/users/profile/applications                session
DELETE /api/users/profile/applications/:id            session
GET    /api/users                                     permission
GET    /api/users/profile                             session
POST   /api/users/profile                             session
PUT    /api/users/profile/picture                     session
GET    /api/users/profile/picture                     session
DELETE /api/users/profile/picture                     session
GET    /api/users/profile/export                      session
POST   /api/users/profile/deletion                    session
GET    /api/users/:id                                 session
PUT    /api/users/:id                                 session
DELETE /api/users/:id                                 permission
GET    /api/users/:id/export                          permission
POST   /api/users/:id/activate                        permission
POST   /api/users/:id/deactivate                      permission
POST   /api/users/:id/unlock                          permission
POST   /api/organizations                             session
GET    /api/organizations                             session
GET    /api/organizations/current                     MEMBER
PATCH  /api/organizations/current                     ADMIN
DELETE /api/organizations/current                     OWNER
GET    /api/organizations/current/branding            ADMIN
PATCH  /api/organizations/current/branding            ADMIN
PUT    /api/organizations/current/branding/logo       ADMIN
DELETE /api/organizations/current/branding/logo       ADMIN
GET    /api/branding/:organizationId/logo             none
GET    /api/organizations/current/members             MEMBER
PATCH  /api/organizations/current/members/:id         ADMIN
DELETE /api/organizations/current/members/:id         MEMBER
POST   /api/organizations/current/invites             ADMIN
GET    /api/organizations/current/invites             ADMIN
DELETE /api/organizations/current/invites/:id         ADMIN
POST   /api/organizations/current/invites/:id/resend  ADMIN
POST   /api/organizations/current/invites/:id/link    ADMIN
GET    /api/invites/:token                            none
POST   /api/invites/:token/accept                     session
POST   /api/keys                                      session
GET    /api/keys                                      session
GET    /api/keys/:id                                  session
PATCH  /api/keys/:id                                  session
DELETE /api/keys/:id                                  session
GET    /api/admin/audit-logs                          permission
GET    /api/admin/audit-logs/export                   permission
POST   /api/admin/impersonate                         permission
POST   /api/admin/exit-impersonation                  session
GET    /api/admin/emails                              permission
GET    /api/admin/organizations                       permission
GET    /api/admin/organization-permissions            permission
PUT    /api/admin/organization-permissions            permission
GET    /api/admin/organization-roles                  permission
POST   /api/admin/organization-roles                  permission
GET    /api/admin/organization-roles/:id              permission
PATCH  /api/admin/organization-roles/:id              permission
DELETE /api/admin/organization-roles/:id              permission
GET    /api/admin/roles                               permission
POST   /api/admin/roles                               permission
GET    /api/admin/roles/:id                           permission
PATCH  /api/admin/roles/:id                           permission
DELETE /api/admin/roles/:id                           permission
PUT    /api/admin/users/:id/roles                     permission
GET    /api/admin/events                              permission
GET    /api/admin/webhooks                            permission
POST   /api/admin/webhooks                            permission
GET    /api/admin/webhooks/:id                        permission
PATCH  /api/admin/webhooks/:id                        permission
DELETE /api/admin/webhooks/:id                        permission
POST   /api/admin/webhooks/:id/rotate-secret          permission
POST   /api/admin/webhooks/:id/test                   permission
GET    /api/admin/webhooks/:id/deliveries             permission
POST   /api/admin/webhooks/:id/deliveries/:deliveryId/replay permission
POST   /api/admin/webhooks/:id/replay                 permission
GET    /api/admin/destinations                        permission
POST   /api/admin/destinations                        permission
GET    /api/admin/destinations/:id                    permission
PATCH  /api/admin/destinations/:id                    permission
DELETE /api/admin/destinations/:id                    permission
POST   /api/admin/destinations/:id/rotate-secret      permission
POST   /api/admin/destinations/:id/test               permission
GET    /api/admin/hooks                               permission
POST   /api/admin/hooks                               permission
GET    /api/admin/hooks/:id                           permission
PATCH  /api/admin/hooks/:id                           permission
DELETE /api/admin/hooks/:id                           permission
POST   /api/admin/hooks/:id/rotate-secret             permission
POST   /api/admin/hooks/:id/test                      permission
GET    /api/admin/settings                            permission
GET    /api/admin/health                              permission
POST   /api/admin/test-email                          permission
GET    /api/organizations/current/members/:id/roles   ADMIN
PUT    /api/organizations/current/members/:id/roles   ADMIN
GET    /api/organizations/current/roles               ADMIN
POST   /api/organizations/current/roles               OWNER
GET    /api/organizations/current/roles/:id           ADMIN
PATCH  /api/organizations/current/roles/:id           OWNER
DELETE /api/organizations/current/roles/:id           OWNER
GET    /api/organizations/current/events              ADMIN
GET    /api/organizations/current/webhooks            ADMIN
POST   /api/organizations/current/webhooks            ADMIN
GET    /api/organizations/current/webhooks/:id        ADMIN
PATCH  /api/organizations/current/webhooks/:id        ADMIN
DELETE /api/organizations/current/webhooks/:id        ADMIN
POST   /api/organizations/current/webhooks/:id/rotate-secret ADMIN
POST   /api/organizations/current/webhooks/:id/test   ADMIN
GET    /api/organizations/current/webhooks/:id/deliveries ADMIN
POST   /api/organizations/current/webhooks/:id/deliveries/:deliveryId/replay ADMIN
POST   /api/organizations/current/webhooks/:id/replay ADMIN
GET    /api/organizations/current/destinations        ADMIN
POST   /api/organizations/current/destinations        ADMIN
GET    /api/organizations/current/destinations/:id    ADMIN
PATCH  /api/organizations/current/destinations/:id    ADMIN
DELETE /api/organizations/current/destinations/:id    ADMIN
POST   /api/organizations/current/destinations/:id/rotate-secret ADMIN
POST   /api/organizations/current/destinations/:id/test ADMIN
POST   /api/auth/sso/discover                         none
GET    /api/auth/sso/:id                              none
GET    /api/auth/sso/:id/callback                     none
POST   /api/auth/sso/:id/acs                          none
GET    /api/auth/sso/:id/finish                       none
GET    /api/auth/sso/:id/metadata                     none
GET    /api/organizations/current/connections ADMIN
POST   /api/organizations/current/connections OWNER
GET    /api/organizations/current/connections/:id ADMIN
PATCH  /api/organizations/current/connections/:id OWNER
DELETE /api/organizations/current/connections/:id OWNER
POST   /api/organizations/current/connections/:id/test OWNER
GET    /api/organizations/current/connections/:id/test OWNER
GET    /api/organizations/current/connections/:id/links ADMIN
DELETE /api/organizations/current/connections/:id/links OWNER
DELETE /api/organizations/current/connections/:id/links/:userId OWNER
GET    /api/organizations/current/domains             ADMIN
POST   /api/organizations/current/domains             OWNER
PATCH  /api/organizations/current/domains/:id         OWNER
POST   /api/organizations/current/domains/:id/verify  OWNER
DELETE /api/organizations/current/domains/:id         OWNER
GET    /api/organizations/current/scim-tokens         ADMIN
POST   /api/organizations/current/scim-tokens         OWNER
DELETE /api/organizations/current/scim-tokens/:id     OWNER
GET    /api/organizations/current/scim-errors         ADMIN
GET    /api/organizations/current/scim-groups         ADMIN
PATCH  /api/organizations/current/scim-groups/:id     OWNER
GET    /api/scim/v2/Users                             token
POST   /api/scim/v2/Users                             token
GET    /api/scim/v2/Users/:id                         token
PUT    /api/scim/v2/Users/:id                         token
PATCH  /api/scim/v2/Users/:id                         token
DELETE /api/scim/v2/Users/:id                         token
GET    /api/scim/v2/Groups                            token
POST   /api/scim/v2/Groups                            token
GET    /api/scim/v2/Groups/:id                        token
PUT    /api/scim/v2/Groups/:id                        token
PATCH  /api/scim/v2/Groups/:id                        token
DELETE /api/scim/v2/Groups/:id                        token
GET    /api/scim/v2/ServiceProviderConfig             none
GET    /api/scim/v2/ResourceTypes                     none
GET    /api/scim/v2/ResourceTypes/:id                 none
GET    /api/scim/v2/Schemas                           none
GET    /api/scim/v2/Schemas/:id                       none
GET    /api/organizations/current/keys                ADMIN
POST   /api/organizations/current/keys                ADMIN
GET    /api/organizations/current/keys/:id            ADMIN
PATCH  /api/organizations/current/keys/:id            ADMIN
DELETE /api/organizations/current/keys/:id            ADMIN
POST   /api/organizations/current/keys/:id/rotate     ADMIN
POST   /api/keys/verify                               organizationKey
POST   /api/test/reset-rate-limits                    none
GET    /api/health/live                               none
GET    /api/health/ready                              none`
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [method: string, path: string, level: string]);

const levelOf = ({ access }: Endpoint) =>
  access.kind === 'public' ? 'none' : access.kind === 'organization' ? access.role : access.kind;

test.each(agreed)('%s %s has access level %s', (method, path, level) => {
  expect(levelOf(find(method, path))).toBe(level);
});

describe('endpoint declarations', () => {
  test('are all part of the endpoints, with no duplicate route', () => {
    const exported = (Object.values(contract) as unknown[]).filter(
      (value): value is Endpoint =>
        typeof value === 'object' &&
        value !== null &&
        'method' in value &&
        'path' in value &&
        'access' in value,
    );
    expect(exported.length).toBeGreaterThan(60);
    expect(exported.filter((declaration) => !routes.includes(declaration)).map(({ path }) => path)).toEqual(
      [],
    );
    const addresses = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('name exactly the parameters in their path', () => {
    for (const { path, params } of routes)
      expect({ path, params: Object.keys(params?.shape ?? {}) }).toEqual({
        path,
        params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name),
      });
  });

  test('have no body on GET routes', () => {
    for (const { method, body, path } of routes)
      expect({ path, body: method === 'GET' && body !== undefined }).toEqual({ path, body: false });
  });

  test('respond with 201 to a creation, and otherwise with 200, a redirect, 304 for what the client has, 204 in SCIM, or what MCP says', () => {
    const created = routes
      .filter(({ responses }) => 201 in responses)
      .map(({ method, path }) => `${method} ${path}`);
    expect(created.sort()).toEqual(
      [
        'POST /api/auth/register',
        'POST /api/auth/email-code/register',
        'POST /api/setup',
        'POST /api/auth/oauth/complete',
        'POST /api/organizations',
        'POST /api/users',
        'POST /api/organizations/current/invites',
        'POST /api/organizations/current/invites/:id/link',
        'POST /api/keys',
        'POST /api/admin/applications',
        'POST /api/admin/applications/:id/secret',
        'POST /api/oidc/register',
        'POST /api/admin/roles',
        'POST /api/admin/organization-roles',
        'POST /api/organizations/current/roles',
        'POST /api/auth/passkeys',
        'POST /api/admin/webhooks',
        'POST /api/admin/hooks',
        'POST /api/organizations/current/webhooks',
        'POST /api/admin/destinations',
        'POST /api/organizations/current/destinations',
        'POST /api/organizations/current/connections',
        'POST /api/organizations/current/domains',
        'POST /api/organizations/current/scim-tokens',
        'POST /api/scim/v2/Users',
        'POST /api/scim/v2/Groups',
        'POST /api/organizations/current/keys',
        'POST /api/organizations/current/keys/:id/rotate',
      ].sort(),
    );
    const cached = routes.filter(({ responses }) => 304 in responses).map(({ path }) => path);
    expect(cached).toEqual([
      '/api/locales/:code/:part',
      '/api/users/profile/picture',
      '/api/branding/:organizationId/logo',
    ]);
    const ofMcp = ['202', '400', '404'];
    for (const { responses, dialect } of routes)
      for (const status of Object.keys(responses))
        expect(['200', '201', '204', '302', '303', '304', ...(dialect === 'mcp' ? ofMcp : [])]).toContain(
          status,
        );
    const empty = routes
      .filter(({ responses }) => 204 in responses)
      .map(({ method, path }) => `${method} ${path}`);
    expect(empty).toEqual([
      'DELETE /api/scim/v2/Users/:id',
      'PATCH /api/scim/v2/Groups/:id',
      'DELETE /api/scim/v2/Groups/:id',
    ]);
  });
});

describe('CSRF protection', () => {
  const exempt = agreed
    .filter(
      ([method, path, level]) =>
        method !== 'GET' &&
        (level === 'none' || level === 'token') &&
        !/^\/api\/(mcp$|(oidc|scim)\/)/.test(path),
    )
    .map(([method, path]) => `${method} ${path}`);

  test('requires a token on unsafe routes with a session, and an origin on those without', () => {
    for (const route of routes) {
      const expected =
        route.method === 'GET' || route.dialect || route.form
          ? 'none'
          : exempt.includes(`${route.method} ${route.path}`)
            ? 'origin'
            : 'token';
      expect({ path: route.path, csrf: route.csrf }).toEqual({ path: route.path, csrf: expected });
    }
    expect(exempt).toHaveLength(26);
  });
});

describe('rate limits', () => {
  test('match the agreed values', () => {
    const [minute, hour] = [60_000, 3_600_000];
    const figures = Object.fromEntries(
      Object.entries(rateLimits).map(([name, { limit, windowMs }]) => [name, [limit, windowMs]]),
    );
    expect(figures).toEqual({
      login: [10, 15 * minute],
      register: [3, hour],
      forgotPassword: [5, hour],
      resetPassword: [10, hour],
      resendVerification: [3, hour],
      requestUnlock: [3, hour],
      emailCode: [5, hour],
      oidcIntrospect: [6000, minute],
      emailChange: [10, hour],
      picture: [120, hour],
      export: [5, hour],
      twoFactorValidate: [30, 15 * minute],
      twoFactorSetup: [20, hour],
      oidcToken: [600, minute],
      oidcRegister: [20, hour],
      oidcDevice: [30, 15 * minute],
      sso: [600, minute],
      scim: [1800, minute],
      auth: [100, 15 * minute],
    });
  });

  test('apply to exactly the unsafe /api/auth routes, both ends of logins elsewhere, and OIDC token, introspect, revoke, register and device, and directories', () => {
    const limited = ({ method, path }: Endpoint) =>
      /^\/api\/oidc\/(token|introspect|revoke|register|device)$/.test(path) ||
      path.startsWith('/api/auth/oauth/:provider') ||
      /^\/api\/scim\/v2\/(Users|Groups)/.test(path) ||
      path.startsWith('/api/auth/sso/:id') ||
      (path.startsWith('/api/auth/') && method !== 'GET');
    for (const route of routes)
      expect({ path: route.path, limited: route.limit !== undefined }).toEqual({
        path: route.path,
        limited: limited(route),
      });
  });

  test('that count per account identify it by the email field', () => {
    for (const route of routes)
      if (route.limit && rateLimits[route.limit].account)
        expect({ path: route.path, field: route.accountField }).toEqual({ path: route.path, field: 'email' });
  });
});

describe("a route's error reasons", () => {
  test('include everything its declaration implies, without duplicates', () => {
    expect(reasonsOf(endpoints.login)).toEqual(
      expect.arrayContaining([
        'INVALID_CREDENTIALS',
        'ACCOUNT_LOCKED',
        'RATE_LIMITED',
        'FORBIDDEN_ORIGIN',
        'MALFORMED_JSON',
      ]),
    );
    expect(reasonsOf(endpoints.deleteUser)).toEqual(
      expect.arrayContaining([
        'UNAUTHENTICATED',
        'PERMISSION_DENIED',
        'CSRF_INVALID',
        'API_KEY_READ_ONLY',
        'IMPERSONATION_BLOCKED',
        'TWO_FACTOR_SETUP_REQUIRED',
        'NOT_FOUND',
      ]),
    );
    expect(reasonsOf(endpoints.live)).toEqual(['INTERNAL_ERROR', 'UNAVAILABLE', 'OUTCOME_UNKNOWN']);
    for (const route of routes) expect(new Set(reasonsOf(route)).size).toBe(reasonsOf(route).length);
  });
});

describe('audit actions', () => {
  test('belong to the category given by their prefix', () => {
    for (const action of contract.auditActions) {
      const category = contract.categoryOf(action);
      const expected = action.startsWith('AUTH_')
        ? 'authentication'
        : /^(SECURITY|API_KEY)_/.test(action)
          ? 'security'
          : 'admin';
      expect({ action, category }).toEqual({ action, category: expected });
    }
    expect(new Set(contract.auditActions).size).toBe(contract.auditActions.length);
  });
});
