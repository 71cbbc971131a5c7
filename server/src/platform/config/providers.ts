import { createPrivateKey } from 'node:crypto';
import { canParseUrl } from '@latchkey/contract';
import { z } from 'zod';
import { isLoopback } from '../address.ts';
import * as is from './fields.ts';

/** Signs the client secrets that Apple accepts instead of a fixed one. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string };

export type OpenIdConfig = {
  kind: 'openid';
  name: string;
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string | AppleKey;
  /** Whether an address counts as verified where the provider says nothing about it. */
  trustEmail: boolean;
};

export type GitHubConfig = {
  kind: 'github';
  name: 'github';
  label: string;
  clientId: string;
  clientSecret: string;
  url: string;
  apiUrl: string;
};

export type ProviderConfig = OpenIdConfig | GitHubConfig;

type Variables = Record<string, string | undefined>;

const Label = z.string().regex(/^[^\p{Cc}]{1,60}$/u, 'must have at most 60 characters');
const required = z.string('is not set').trim();

const Common = { CLIENT_ID: required, LABEL: Label.optional(), TRUST_EMAIL: is.flag(false) };
const WithSecret = z.object({
  ...Common,
  ISSUER: z.string('is not set').pipe(is.issuerUrl),
  CLIENT_SECRET: required,
});
const Apple = z.object({
  ...Common,
  ISSUER: is.issuerUrl.default('https://appleid.apple.com'),
  TEAM_ID: required,
  KEY_ID: required,
  PRIVATE_KEY: required
    // Files of variables hold one line each.
    .transform((value) => value.replaceAll('\\n', '\n').trim())
    .refine(isP256, 'must be the private key (PEM) that Apple gave you'),
});

function isP256(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** The providers that OAUTH_PROVIDERS lists, each by variables that start with its name. */
export function readNamedProviders(given: Variables, names: readonly string[]) {
  const faults: string[] = [];
  const providers = names.flatMap((name): OpenIdConfig[] => {
    const prefix = `${name.toUpperCase()}_`;
    const own = Object.fromEntries(
      Object.entries(given).flatMap(([key, value]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [],
      ),
    );
    const parsed = (name === 'apple' ? Apple : WithSecret).safeParse(own);
    if (!parsed.success) {
      faults.push(
        ...parsed.error.issues.map(({ path, message }) => `${prefix}${path.join('.')} ${message}.`),
      );
      return [];
    }
    const { data } = parsed;
    const clientSecret =
      'CLIENT_SECRET' in data
        ? data.CLIENT_SECRET
        : { teamId: data.TEAM_ID, keyId: data.KEY_ID, privateKey: data.PRIVATE_KEY };
    return [
      {
        kind: 'openid',
        name,
        label: data.LABEL ?? name.charAt(0).toUpperCase() + name.slice(1),
        issuer: data.ISSUER,
        clientId: data.CLIENT_ID,
        clientSecret,
        trustEmail: data.TRUST_EMAIL,
      },
    ];
  });
  return { faults, providers };
}

type ProviderValues = {
  ENABLE_SOCIAL_LOGIN: boolean;
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GOOGLE_ISSUER: string;
  GITHUB_CLIENT_ID?: string | undefined;
  GITHUB_CLIENT_SECRET?: string | undefined;
  GITHUB_URL: string;
  GITHUB_API_URL: string;
};

/** All providers, in the order in which pages offer them. */
export function providersOf(values: ProviderValues, named: readonly OpenIdConfig[]): ProviderConfig[] {
  if (!values.ENABLE_SOCIAL_LOGIN) return [];
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = values;
  const google = GOOGLE_CLIENT_ID &&
    GOOGLE_CLIENT_SECRET && {
      kind: 'openid' as const,
      name: 'google',
      label: 'Google',
      issuer: values.GOOGLE_ISSUER,
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET,
      trustEmail: false,
    };
  const github = GITHUB_CLIENT_ID &&
    GITHUB_CLIENT_SECRET && {
      kind: 'github' as const,
      name: 'github' as const,
      label: 'GitHub',
      clientId: GITHUB_CLIENT_ID,
      clientSecret: GITHUB_CLIENT_SECRET,
      url: values.GITHUB_URL,
      apiUrl: values.GITHUB_API_URL,
    };
  return [...(google ? [google] : []), ...(github ? [github] : []), ...named];
}

/** These need TLS: what a provider says about a user's identity must not be read or altered on its way here. */
export function insecureProviders(given: Variables, names: readonly string[]): string[] {
  const urls = ['GOOGLE_ISSUER', 'GITHUB_URL', 'GITHUB_API_URL'];
  return [...urls, ...names.map((name) => `${name.toUpperCase()}_ISSUER`)]
    .filter((name) => {
      const address = given[name];
      return (
        address && /^http:/i.test(address) && canParseUrl(address) && !isLoopback(new URL(address).hostname)
      );
    })
    .map((name) => `${name} must be an https:// address.`);
}
