import { z } from 'zod';
import { Id, Timestamp, text } from './fields.ts';
import { oidcScopes } from './oidc-scopes.ts';
import { SelfRegistered, signingAlgorithms } from './oidc-shapes.ts';

export const applicationKinds = ['web', 'spa', 'native', 'service'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

const web = /^https:\/\/([a-z0-9.-]+|\[[\da-f:.]+\])(:\d{1,5})?([/?]|$)/i;
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?]|$)/i;
/** RFC 8252: a reversed domain name is unique to its owner. A browser or the system may own a scheme without a dot. */
const ownScheme = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:./i;

/** Later compared character by character, so we refuse anything a browser could read two ways. */
export function isRedirectUri(value: string): boolean {
  const isPlain = /^[\x21-\x7e]+$/.test(value) && !/[#\\*@<>"]/.test(value);
  return isPlain && [web, loopback, ownScheme].some((form) => form.test(value));
}

const RedirectUri = text(2000, 1).refine(
  isRedirectUri,
  "Must be an absolute address without a fragment: https://, http:// on this computer, or your app's own scheme with a dot in it, such as com.example.app:/callback.",
);
export const RedirectUris = z.array(RedirectUri).max(20, 'At most 20 addresses.');
export const BackchannelLogoutUri = text(2000, 1).nullable();
export const Scopes = z.array(z.enum(oidcScopes)).transform((scopes) => [...new Set(scopes)]);

export const Application = z
  .object({
    id: Id,
    clientId: z.string(),
    name: z.string(),
    kind: z.enum(applicationKinds).describe('spa and native have no secret; service has no users.'),
    redirectUris: z.array(z.string()),
    postLogoutRedirectUris: z.array(z.string()),
    backchannelLogoutUri: z.string().nullable(),
    firstParty: z.boolean().describe('True: people are not asked for consent.'),
    organizationId: Id.nullable().describe('Only members of this organization can sign in.'),
    signingAlgorithm: z.enum(signingAlgorithms),
    requirePkce: z.boolean(),
    scopes: z.array(z.enum(oidcScopes)).describe('What the application can ask for.'),
    deviceGrant: z
      .boolean()
      .describe('True: it may ask for a sign-in with a code that people enter elsewhere.'),
    selfRegistered: SelfRegistered,
    enabled: z.boolean().describe('False: it can neither sign anyone in nor get tokens.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Application' });
export type Application = z.infer<typeof Application>;
