import { randomUUID } from 'node:crypto';
import { describeError } from '@latchkey/contract';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { mountApplications } from '../features/applications/routes.ts';
import { mountAuditLogs } from '../features/audit-logs/routes.ts';
import { mountAuth } from '../features/auth/routes.ts';
import { pageFactsOf } from '../features/branding/page-brand.ts';
import { mountBranding } from '../features/branding/routes.ts';
import { mountChallenges } from '../features/challenges/routes.ts';
import { mountChecks } from '../features/checks/routes.ts';
import { mountDestinations } from '../features/destinations/routes.ts';
import { mountDirectories } from '../features/directories/routes.ts';
import { mountDomains } from '../features/domains/routes.ts';
import { mountEmailCode } from '../features/email-codes/routes.ts';
import { mountEmails } from '../features/emails/routes.ts';
import { mountHealth } from '../features/health/routes.ts';
import { mountHooks } from '../features/hooks/routes.ts';
import { mountImpersonation } from '../features/impersonation/routes.ts';
import { mountKeys } from '../features/keys/routes.ts';
import { mountLanguages } from '../features/languages/routes.ts';
import { mountMcp } from '../features/mcp/routes.ts';
import { mountOidc } from '../features/oidc/routes.ts';
import { mountOrganizationKeys } from '../features/organization-keys/routes.ts';
import { mountOrganizations } from '../features/organizations/routes.ts';
import { mountPasskeys } from '../features/passkeys/routes.ts';
import { mountPersonalData } from '../features/personal-data/routes.ts';
import { mountPolicies } from '../features/policies/routes.ts';
import { mountReauthentication } from '../features/reauthentication/routes.ts';
import { mountRoles } from '../features/roles/routes.ts';
import { mountScim } from '../features/scim/routes.ts';
import { mountSettings } from '../features/settings/routes.ts';
import { mountSetup } from '../features/setup/routes.ts';
import { mountOAuth } from '../features/social-login/routes.ts';
import { mountSso } from '../features/sso/routes.ts';
import { mountStatistics } from '../features/statistics/routes.ts';
import { mountTeamRoles } from '../features/team-roles/routes.ts';
import { mountTwoFactor } from '../features/two-factor/routes.ts';
import { mountUserAccess } from '../features/user-access/routes.ts';
import { mountUsers } from '../features/users/routes.ts';
import { mountWebhooks } from '../features/webhooks/routes.ts';
import { addJsonParser } from '../http/body.ts';
import { addDrain, answerBadConnection, cutStalledReaders, receiveRequests } from '../http/connections.ts';
import { builtConsole, isApiPath, loadConsole } from '../http/console.ts';
import { cookieJar } from '../http/cookies.ts';
import { addCors } from '../http/cors.ts';
import { addDocuments } from '../http/documents.ts';
import { refusalOf, sendRefusal } from '../http/errors.ts';
import { addUnknownPaths, answerUnknown, securityHeaders, setHeaders } from '../http/headers.ts';
import { addReference } from '../http/reference.ts';
import { createOutageLog, logWhenAnswered } from '../http/request-log.ts';
import type { Kernel } from '../http/route.ts';
import { addSdkPackage } from '../http/sdk-package.ts';
import { createVisits } from '../http/visits.ts';
import { hasEnabledConnection } from '../identity/connections/connection-store.ts';
import type { Deps } from '../identity/deps.ts';
import { refuse } from '../platform/refusal.ts';
import type { Parts } from './wire.ts';

const jsonBodyBytes = 64 * 1024;

/** Slow clients are dropped: this long for the headers, this long for the whole request. */
type Patience = { headersMs: number; requestMs: number; checkEveryMs: number };
const usualPatience: Patience = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 1000 };

type App = FastifyInstance;

/** Tools that only single areas need. */
type Mounted = Pick<
  Parts,
  'deps' | 'turns' | 'checks' | 'domains' | 'sso' | 'oauth' | 'oidc' | 'webhooks' | 'destinations'
>;

/** The service, from top to bottom. */
export function buildApp(parts: Mounted, patience = usualPatience, consoleFolder = builtConsole): App {
  const { deps, turns } = parts;
  const { config, clock } = deps;
  const headers = securityHeaders(config);
  const app = frame(deps, headers, patience);

  addDrain(app, deps, () => parts.checks.feed.hurry());
  cutStalledReaders(app, clock, patience.checkEveryMs);
  addJsonParser(app);
  receiveRequests(app, deps, headers);
  addCors(app, config.corsOrigins);
  addUnknownPaths(app, deps);

  addErrorHandler(app, deps);
  const jar = cookieJar(config);
  // If the database is down, pages are served all the same.
  const console = loadConsole({ deps, jar, turns }, consoleFolder, {
    offersSso: async () => config.features.sso && (await hasEnabledConnection(deps.sql).catch(() => false)),
    factsOf: (errand) => pageFactsOf(deps, errand).catch(() => ({})),
  });
  app.setNotFoundHandler((request, reply) =>
    isApiPath(request.url) ? answerUnknown(request, reply, deps) : console.answer(request, reply),
  );

  mountAreas({ app, deps, jar, turns, visits: createVisits(app) }, parts);
  const close = (request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(request, reply, refuse('NOT_FOUND'), deps);
  addReference(app, config, close);
  addDocuments(app, config, close);
  addSdkPackage(app);
  return app;
}

function mountAreas(kernel: Kernel, { checks, domains, sso, oauth, oidc, ...more }: Mounted): void {
  mountAuth(kernel);
  mountTwoFactor(kernel);
  mountReauthentication(kernel);
  mountPasskeys(kernel);
  mountEmailCode(kernel);
  mountOAuth(kernel, oauth);
  mountOidc(kernel, oidc);
  mountApplications(kernel, more.webhooks);
  mountMcp(kernel, oidc);
  mountUsers(kernel);
  mountUserAccess(kernel);
  mountPersonalData(kernel);
  mountRoles(kernel);
  mountTeamRoles(kernel);
  mountOrganizations(kernel);
  mountBranding(kernel);
  mountKeys(kernel);
  mountOrganizationKeys(kernel);
  mountPolicies(kernel);
  mountDomains(kernel, domains);
  mountDirectories(kernel);
  mountScim(kernel);
  mountSso(kernel, sso);
  mountImpersonation(kernel);
  mountAuditLogs(kernel);
  mountEmails(kernel);
  mountChecks(kernel, checks);
  mountWebhooks(kernel, more.webhooks);
  mountDestinations(kernel, more.destinations);
  mountHooks(kernel);
  mountSettings(kernel);
  mountStatistics(kernel);
  mountSetup(kernel);
  mountLanguages(kernel);
  mountChallenges(kernel);
  mountHealth(kernel);
}

function addErrorHandler(app: App, deps: Deps): void {
  const tellOutage = createOutageLog(deps);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.refused === 'INTERNAL_ERROR')
      deps.log.error({ requestId: request.id, err: error }, 'a request failed');
    if (describeError(refusal.refused).status === 503) tellOutage(error);
    return sendRefusal(request, reply, refusal, deps);
  });
}

/** The HTTP server itself, and its answers to what never reaches a route. */
function frame(deps: Deps, headers: Record<string, string>, patience: Patience): App {
  const { config } = deps;
  return Fastify({
    // Requests are logged by `logWhenAnswered`: the framework would make a logger for each of them.
    logger: false,
    trustProxy: config.trustProxy,
    bodyLimit: jsonBodyBytes,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 1000 },
    requestTimeout: patience.requestMs,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.checkEveryMs,
      requireHostHeader: false,
    },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // While the service stops, requests on open connections are still served, and the connection is then closed.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBadConnection(deps, headers, error, socket),
    frameworkErrors(error, request, reply) {
      setHeaders(request, reply, headers);
      logWhenAnswered(deps, request, reply);
      sendRefusal(request, reply, refusalOf(error), deps);
    },
  }) as unknown as App;
}
