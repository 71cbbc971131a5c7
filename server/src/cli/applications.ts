import { createApplication as declared } from '@latchkey/contract';
import { createApplication } from '../applications/create-application.ts';
import { atCommandLine } from '../caller/caller.ts';
import type { Config } from '../config.ts';
import { isRefusal } from '../refusal.ts';
import { createWebhooks } from '../webhooks/parts.ts';
import { UsageError } from './fault.ts';
import { withDeps } from './with-deps.ts';

export type ApplicationOptions = {
  name: string;
  kind: string;
  redirectUri?: string[];
  postLogoutRedirectUri?: string[];
  firstParty?: boolean;
};

/** Prints what the application needs to know, as lines for its own environment. */
export async function registerApplication(config: Config, options: ApplicationOptions): Promise<void> {
  const { redirectUri: redirectUris, postLogoutRedirectUri: postLogoutRedirectUris, ...rest } = options;
  const read = declared.body.safeParse({ ...rest, redirectUris, postLogoutRedirectUris });
  if (!read.success)
    throw new UsageError(
      read.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join(' '),
    );
  await withDeps(config, async (deps) => {
    const context = atCommandLine(deps);
    const applications = createWebhooks(config, deps.dataKeys);
    const made = await createApplication({ ...context, deps: { ...deps, applications } }, read.data);
    if (isRefusal(made))
      throw new UsageError(
        Object.values(made.details ?? {})
          .flat()
          .join(' '),
      );
    console.log(`ISSUER=${config.baseUrl}`);
    console.log(`CLIENT_ID=${made.application.clientId}`);
    if (made.clientSecret) console.log(`CLIENT_SECRET=${made.clientSecret}`);
  });
}
