import type { ConnectionRow } from '../../identity/connections/connection-store.ts';
import { type Told, told } from '../../platform/languages/told.ts';
import { ForbiddenAddress } from '../../platform/outbound/fetch.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Unusable } from './saml/certificate.ts';
import type { ProviderMetadata } from './saml/metadata.ts';
import type { SsoDeps } from './sso-deps.ts';

export type SettingsRefusal = Refusal<
  'VALIDATION_FAILED' | 'CONNECTION_INVALID' | 'CONNECTION_URL_FORBIDDEN'
>;

const unusable = (reason: Told) => refuse('CONNECTION_INVALID', { details: { reason } });

/** Fetches what an issuer says about itself, and checks where that would lead. */
export async function checkOidc(deps: SsoDeps, issuer: string): Promise<SettingsRefusal | undefined> {
  if (await deps.sso.forbids(issuer)) return refuse('CONNECTION_URL_FORBIDDEN');
  const { endpointsOf, isForbiddenError, readMetadata } = await import('./oidc-client.ts');
  try {
    const published = await readMetadata({ issuer, fetch: deps.sso.fetch });
    if (published.issuer !== issuer) return unusable(told('sso.settings.issuer'));
    for (const address of endpointsOf(published))
      if (await deps.sso.forbids(address)) return refuse('CONNECTION_URL_FORBIDDEN');
    return undefined;
  } catch (error) {
    if (isForbiddenError(error)) return refuse('CONNECTION_URL_FORBIDDEN');
    deps.log.info({ error: (error as Error).message }, 'an issuer could not be discovered');
    return unusable(told('sso.settings.discovery'));
  }
}

export type SamlInput = {
  entityId?: string | undefined;
  signInUrl?: string | undefined;
  certificates?: string[] | undefined;
  metadata?: string | undefined;
  metadataUrl?: string | undefined;
};
export type SamlSettings = Partial<
  Pick<ConnectionRow, 'entityId' | 'signInUrl' | 'certificates' | 'metadataUrl'>
>;

/** The settings come one by one, from metadata, or from where metadata is published. */
export async function readSaml(deps: SsoDeps, input: SamlInput): Promise<SamlSettings | SettingsRefusal> {
  const { metadata, metadataUrl, ...fields } = input;
  const sources = [metadata, metadataUrl, Object.values(fields).find((value) => value !== undefined)];
  if (sources.filter((source) => source !== undefined).length > 1)
    return refuse('VALIDATION_FAILED', {
      details: { saml: ['Send the fields one by one, or metadata, or metadataUrl.'] },
    });
  if (metadataUrl !== undefined) {
    const xml = await fetchMetadata(deps, metadataUrl);
    return isRefusal(xml) ? xml : fromMetadata(deps, xml, metadataUrl);
  }
  return metadata === undefined ? fromFields(deps, fields) : fromMetadata(deps, metadata, null);
}

async function fetchMetadata(deps: SsoDeps, url: string): Promise<string | SettingsRefusal> {
  if (await deps.sso.forbids(url)) return refuse('CONNECTION_URL_FORBIDDEN');
  try {
    const response = await deps.sso.fetch(url);
    if (response.status !== 200)
      return unusable(told('sso.metadata.status', { status: String(response.status) }));
    return await response.text();
  } catch (error) {
    if (error instanceof ForbiddenAddress) return refuse('CONNECTION_URL_FORBIDDEN');
    return unusable(told('sso.metadata.silent'));
  }
}

async function fromMetadata(
  deps: SsoDeps,
  xml: string,
  metadataUrl: string | null,
): Promise<SamlSettings | SettingsRefusal> {
  const { readMetadata } = await import('./saml/metadata.ts');
  const read: ProviderMetadata | Unusable = readMetadata(xml);
  if ('unusable' in read) return unusable(read.unusable);
  const { entityId, signInUrl, certificates } = read;
  const { isSignInUrl } = await import('./saml/request.ts');
  if (!isSignInUrl(signInUrl, deps.config.production)) return unusable(told('sso.settings.signInUrl'));
  return { entityId, signInUrl, certificates: certificates.map(storable), metadataUrl };
}

async function fromFields(
  deps: SsoDeps,
  { entityId, signInUrl, certificates }: Pick<SamlInput, 'entityId' | 'signInUrl' | 'certificates'>,
): Promise<SamlSettings | SettingsRefusal> {
  const { isSignInUrl } = await import('./saml/request.ts');
  const { readCertificates } = await import('./saml/certificate.ts');
  if (signInUrl !== undefined && !isSignInUrl(signInUrl, deps.config.production))
    return unusable(told('sso.settings.signInUrl'));
  const read = certificates && readCertificates(certificates);
  if (read && 'unusable' in read) return unusable(read.unusable);
  return {
    ...(entityId !== undefined && { entityId }),
    ...(signInUrl !== undefined && { signInUrl }),
    ...(read && { certificates: read.map(storable) }),
    metadataUrl: null,
  };
}

const storable = ({ notAfter, ...rest }: { pem: string; sha256: string; notAfter: Date }) => ({
  ...rest,
  notAfter: notAfter.toISOString(),
});
