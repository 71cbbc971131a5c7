import { canParseUrl, isRedirectUri } from '@latchkey/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { GuardedFetch } from '../../platform/outbound/fetch.ts';
import { keepRecent } from '../../platform/recent.ts';
import { isPlainName } from './client-names.ts';

/** What a client publishes about itself, as far as it counts here. */
export type ClientDocument = { name: string; redirectUris: string[] };

export type ClientDocuments = {
  /** What was read lately. */
  known(clientId: string): ClientDocument | undefined;
  /** Undefined if there is no document, or not one that we accept. */
  read(clientId: string): Promise<ClientDocument | undefined>;
};

/** Our own ids are hexadecimal. */
export function isClientUrl(clientId: string): boolean {
  return clientId.includes(':');
}

/** Whether this id counts: one that we gave, or the address of a document that we may read. */
export function isAllowedClient(
  { clientMetadata, production }: Pick<Config, 'clientMetadata' | 'production'>,
  clientId: string,
): boolean {
  if (!isClientUrl(clientId)) return true;
  if (!clientMetadata || clientId.length > 500 || !canParseUrl(clientId)) return false;
  const url = new URL(clientId);
  const { href, protocol, pathname, username, password, hostname } = url;
  if (protocol !== 'https:' && (production || protocol !== 'http:')) return false;
  // As the parser writes it, or one client would have several ids. An empty query or fragment stays in the text.
  if (href !== clientId || /[?#]/.test(clientId) || username || password || pathname === '/') return false;
  return clientMetadata.hosts?.includes(hostname) ?? true;
}

const maxDocuments = 500;
const [leastMs, mostMs] = [5 * 60_000, 24 * 3_600_000];

/** Reads documents, and keeps them for as long as they say. */
export function createClientDocuments(fetch: GuardedFetch, clock: Pick<Clock, 'now'>): ClientDocuments {
  const recent = keepRecent<{ document: ClientDocument; until: number }>(maxDocuments);
  const now = () => clock.now().getTime();
  return {
    known(clientId) {
      const kept = recent.get(clientId);
      return kept && kept.until > now() ? kept.document : undefined;
    },
    async read(clientId) {
      const answer = await fetch(clientId, { headers: { accept: 'application/json' } }).catch(
        () => undefined,
      );
      const document = answer && (await documentIn(answer, clientId));
      if (document) recent.set(clientId, { document, until: now() + lifetimeOf(answer) });
      return document;
    },
  };
}

function lifetimeOf({ headers }: Response): number {
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1];
  return Math.min(Math.max(Number(seconds ?? 0) * 1000, leastMs), mostMs);
}

const Document = z.object({
  client_id: z.string(),
  client_name: z.string().max(100).refine(isPlainName),
  redirect_uris: z.array(z.unknown()),
  token_endpoint_auth_method: z.literal('none').optional(),
  grant_types: z
    .array(z.string())
    .refine((types) => types.includes('authorization_code'))
    .optional(),
  client_secret: z.undefined().optional(),
});

async function documentIn(answer: Response, clientId: string): Promise<ClientDocument | undefined> {
  const type = answer.headers.get('content-type') ?? '';
  if (answer.status !== 200 || !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) return undefined;
  const { data } = Document.safeParse(await answer.json().catch(() => undefined));
  if (data?.client_id !== clientId) return undefined;
  const redirectUris = data.redirect_uris.flatMap((uri) =>
    typeof uri === 'string' && uri.length <= 2000 && isRedirectUri(uri) ? [uri] : [],
  );
  return redirectUris.length > 0 ? { name: data.client_name.trim(), redirectUris } : undefined;
}
