/** The identity providers whose field names we know. */
export const providers = [
  { value: 'okta', label: 'Okta' },
  { value: 'entra', label: 'Entra ID' },
  { value: 'google', label: 'Google Workspace' },
  { value: 'other', label: 'Other' },
] as const;
export type ProviderName = (typeof providers)[number]['value'];

type SamlWords = {
  acsUrl: string;
  ourEntityId: string;
  loginUrl: string | null;
  metadataUrl: string;
  entityId: string;
  signInUrl: string;
  certificate: string;
  /** What else to set there. */
  hint: string;
};
type OidcWords = {
  redirectUri: string;
  loginUrl: string | null;
  issuer: string;
  issuerExample: string;
  clientId: string;
  clientSecret: string;
  hint: string;
};

export const samlWords: Record<ProviderName, SamlWords> = {
  okta: {
    acsUrl: 'Single sign-on URL',
    ourEntityId: 'Audience URI (SP Entity ID)',
    loginUrl: null,
    metadataUrl: 'Metadata URL',
    entityId: 'Issuer',
    signInUrl: 'Sign on URL',
    certificate: 'Signing Certificate',
    hint: 'Add the attribute statements email (user.email), firstName (user.firstName) and lastName (user.lastName). Leave the assertion unencrypted.',
  },
  entra: {
    acsUrl: 'Reply URL (Assertion Consumer Service URL)',
    ourEntityId: 'Identifier (Entity ID)',
    loginUrl: 'Sign on URL (Optional)',
    metadataUrl: 'App Federation Metadata Url',
    entityId: 'Microsoft Entra Identifier',
    signInUrl: 'Login URL',
    certificate: 'Certificate (Base64)',
    hint: 'Keep the claims that Entra ID sends by itself. Leave the token encryption off.',
  },
  google: {
    acsUrl: 'ACS URL',
    ourEntityId: 'Entity ID',
    loginUrl: null,
    metadataUrl: 'Metadata URL',
    entityId: 'Entity ID',
    signInUrl: 'SSO URL',
    certificate: 'Certificate',
    hint: 'Map Primary email to email, First name to firstName and Last name to lastName. Google publishes no metadata address: download the metadata and choose the file below.',
  },
  other: {
    acsUrl: 'Assertion consumer service (ACS) URL',
    ourEntityId: 'Audience or SP entity ID',
    loginUrl: 'Login URL',
    metadataUrl: 'Metadata URL',
    entityId: 'Entity ID or issuer',
    signInUrl: 'Sign-in URL (HTTP-Redirect)',
    certificate: 'Signing certificate',
    hint: 'Send the attributes email, firstName and lastName, sign with SHA-256, and leave the assertion unencrypted.',
  },
};

export const oidcWords: Record<ProviderName, OidcWords> = {
  okta: {
    redirectUri: 'Sign-in redirect URIs',
    loginUrl: 'Initiate login URI',
    issuer: 'Issuer',
    issuerExample: 'https://acme.okta.com',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    hint: 'Create a web application with the grant type Authorization Code.',
  },
  entra: {
    redirectUri: 'Redirect URI (Web)',
    loginUrl: 'Home page URL',
    issuer: 'Issuer, with your Directory (tenant) ID',
    issuerExample: 'https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0',
    clientId: 'Application (client) ID',
    clientSecret: 'Client secret (its Value)',
    hint: 'Register an application for accounts in this directory only.',
  },
  google: {
    redirectUri: 'Authorized redirect URIs',
    loginUrl: null,
    issuer: 'Issuer',
    issuerExample: 'https://accounts.google.com',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    hint: 'Set the user type of the consent screen to Internal, so only your own accounts can sign in.',
  },
  other: {
    redirectUri: 'Redirect or callback URI',
    loginUrl: 'Login URL',
    issuer: 'Issuer',
    issuerExample: 'https://login.example.com',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    hint: 'Create a web application with the authorization code flow.',
  },
};

/** People mostly name a connection after its identity provider. */
export function providerOf(name: string): ProviderName {
  const known: [RegExp, ProviderName][] = [
    [/okta/i, 'okta'],
    [/entra|azure|microsoft/i, 'entra'],
    [/google/i, 'google'],
  ];
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}
