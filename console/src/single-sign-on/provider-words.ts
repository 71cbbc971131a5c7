import { t } from '../language/texts.ts';

/** The identity providers whose field names we know. Their consoles are in English, so the names stay as they are. */
export const providerNames = { okta: 'Okta', entra: 'Entra ID', google: 'Google Workspace' };
type Known = keyof typeof providerNames;
export type ProviderName = Known | 'other';

export type SamlWords = {
  acsUrl: string;
  ourEntityId: string;
  loginUrl: string | null;
  metadataUrl: string;
  entityId: string;
  signInUrl: string;
  certificate: string;
};
export type OidcWords = {
  redirectUri: string;
  loginUrl: string | null;
  issuer: string;
  issuerExample: string;
  clientId: string;
  clientSecret: string;
};

const samlWords: Record<Known, SamlWords> = {
  okta: {
    acsUrl: 'Single sign-on URL',
    ourEntityId: 'Audience URI (SP Entity ID)',
    loginUrl: null,
    metadataUrl: 'Metadata URL',
    entityId: 'Issuer',
    signInUrl: 'Sign on URL',
    certificate: 'Signing Certificate',
  },
  entra: {
    acsUrl: 'Reply URL (Assertion Consumer Service URL)',
    ourEntityId: 'Identifier (Entity ID)',
    loginUrl: 'Sign on URL (Optional)',
    metadataUrl: 'App Federation Metadata Url',
    entityId: 'Microsoft Entra Identifier',
    signInUrl: 'Login URL',
    certificate: 'Certificate (Base64)',
  },
  google: {
    acsUrl: 'ACS URL',
    ourEntityId: 'Entity ID',
    loginUrl: null,
    metadataUrl: 'Metadata URL',
    entityId: 'Entity ID',
    signInUrl: 'SSO URL',
    certificate: 'Certificate',
  },
};

const oidcWords: Record<Exclude<Known, 'entra'>, OidcWords> = {
  okta: {
    redirectUri: 'Sign-in redirect URIs',
    loginUrl: 'Initiate login URI',
    issuer: 'Issuer',
    issuerExample: 'https://acme.okta.com',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
  },
  google: {
    redirectUri: 'Authorized redirect URIs',
    loginUrl: null,
    issuer: 'Issuer',
    issuerExample: 'https://accounts.google.com',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
  },
};

/** What the fields of SAML are called there. */
export function samlWordsOf(provider: ProviderName): SamlWords {
  if (provider !== 'other') return samlWords[provider];
  return {
    acsUrl: t('singleSignOn.setup.other.acsUrl'),
    ourEntityId: t('singleSignOn.setup.other.ourEntityId'),
    loginUrl: t('singleSignOn.setup.other.loginUrl'),
    metadataUrl: t('singleSignOn.setup.other.metadataUrl'),
    entityId: t('singleSignOn.setup.other.entityId'),
    signInUrl: t('singleSignOn.setup.other.signInUrl'),
    certificate: t('singleSignOn.setup.other.certificate'),
  };
}

/** What the fields of OpenID Connect are called there. */
export function oidcWordsOf(provider: ProviderName): OidcWords {
  if (provider === 'entra')
    return {
      redirectUri: 'Redirect URI (Web)',
      loginUrl: 'Home page URL',
      issuer: t('singleSignOn.setup.entraIssuer', { field: 'Directory (tenant) ID' }),
      issuerExample: 'https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0',
      clientId: 'Application (client) ID',
      clientSecret: t('singleSignOn.setup.entraSecret', { column: 'Value' }),
    };
  if (provider !== 'other') return oidcWords[provider];
  return {
    redirectUri: t('singleSignOn.setup.other.redirectUri'),
    loginUrl: t('singleSignOn.setup.other.loginUrl'),
    issuer: t('singleSignOn.setup.other.issuer'),
    issuerExample: 'https://login.example.com',
    clientId: t('singleSignOn.setup.other.clientId'),
    clientSecret: t('singleSignOn.setup.other.clientSecret'),
  };
}

/** People mostly name a connection after its identity provider. */
export function providerOf(name: string): ProviderName {
  const known: [RegExp, ProviderName][] = [
    [/okta/i, 'okta'],
    [/entra|azure|microsoft/i, 'entra'],
    [/google/i, 'google'],
  ];
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}
