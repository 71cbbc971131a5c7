import { deflateRawSync } from 'node:zlib';
import { canParseUrl } from '@latchkey/contract';
import { escapeXml, namespaces } from './xml.ts';

/** SAML allows no more. */
const maxRelayStateBytes = 80;

export type AuthnRequest = {
  /** Begins with a letter or an underscore, as XML asks of an ID. */
  id: string;
  signInUrl: string;
  acsUrl: string;
  /** Our entity ID. */
  issuer: string;
  relayState: string;
  /** Whether the person must sign in anew. */
  forceAuthn: boolean;
  now: Date;
};

/** The address that sends a browser to the identity provider with a request: the HTTP-Redirect binding. */
export function requestUrl(request: AuthnRequest): string {
  if (Buffer.byteLength(request.relayState) > maxRelayStateBytes)
    throw new Error(`a RelayState has at most ${maxRelayStateBytes} bytes`);
  const query = new URLSearchParams({
    SAMLRequest: deflateRawSync(requestXml(request)).toString('base64'),
    RelayState: request.relayState,
  });
  const [address = ''] = request.signInUrl.split('#');
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** Without NameIDPolicy and RequestedAuthnContext, which Entra ID refuses if it would decide otherwise. */
function requestXml({ id, signInUrl, acsUrl, issuer, forceAuthn, now }: AuthnRequest): string {
  const attributes = {
    'xmlns:samlp': namespaces.protocol,
    ID: id,
    Version: '2.0',
    IssueInstant: now.toISOString(),
    Destination: signInUrl,
    ...(forceAuthn && { ForceAuthn: 'true' }),
    AssertionConsumerServiceURL: acsUrl,
    ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const issuerXml = `<saml:Issuer xmlns:saml="${namespaces.assertion}">${escapeXml(issuer)}</saml:Issuer>`;
  return `<samlp:AuthnRequest${written.join('')}>${issuerXml}</samlp:AuthnRequest>`;
}

/** An absolute http(s) address without credentials; `httpsOnly` in production. */
export function isSignInUrl(text: string, httpsOnly: boolean): boolean {
  if (!canParseUrl(text) || /\s/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  const isWeb = protocol === 'https:' || (protocol === 'http:' && !httpsOnly);
  return isWeb && username === '' && password === '';
}
