import { createApplication as declared } from '@latchkey/contract';
import { createApplication } from '../features/applications/applications.ts';
import { createWebhooks } from '../features/webhooks/webhook-deps.ts';
import { atCommandLine } from '../identity/caller/caller.ts';
import type { Config } from '../platform/config/config.ts';
import { isRefusal } from '../platform/refusal.ts';
import { type Report, UsageError } from './output.ts';
import { withDeps } from './with-deps.ts';

export type ApplicationOptions = {
  name: string;
  kind: string;
  redirectUri?: string[];
  postLogoutRedirectUri?: string[];
  firstParty?: boolean;
};

/** Prints what the application needs to know, as lines for its own environment. */
export async function registerApplication(config: Config, options: ApplicationOptions): Promise<Report> {
  const { redirectUri: redirectUris, postLogoutRedirectUri: postLogoutRedirectUris, ...rest } = options;
  const read = declared.body.safeParse({ ...rest, redirectUris, postLogoutRedirectUris });
  if (!read.success)
    throw new UsageError(
      read.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join(' '),
    );
  return withDeps(config, async (deps) => {
    const context = atCommandLine(deps);
    const applications = createWebhooks(config, deps.dataKeys);
    const made = await createApplication({ ...context, deps: { ...deps, applications } }, read.data);
    if (isRefusal(made))
      throw new UsageError(
        Object.values(made.details ?? {})
          .flat()
          .join(' '),
      );
    const { clientSecret, application } = made;
    const { clientId } = application;
    const lines = [`ISSUER=${config.baseUrl}`, `CLIENT_ID=${clientId}`];
    if (clientSecret) lines.push(`CLIENT_SECRET=${clientSecret}`);
    return { text: lines.join('\n'), json: { issuer: config.baseUrl, clientId, clientSecret } };
  });
}
