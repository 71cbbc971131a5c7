import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as samlify from 'samlify';
import { makeSelfSigned } from '../certificates.ts';
import { startLoopback } from '../oauth/provider.ts';

// The service judges what it gets; a schema would add nothing here.
samlify.setSchemaValidator({ validate: async () => 'not checked' });

export type SamlPerson = {
  nameId: string;
  nameIdFormat?: string;
  attributes?: Record<string, string[]>;
  /** When they signed in there; now unless told. */
  authenticatedAt?: Date;
  sessionEndsAt?: Date;
};
type Options = {
  /** What is signed; the assertion unless told. */
  signs?: 'assertion' | 'response' | 'both';
  now?: () => Date;
};
/** What a browser posts to the service. */
export type Posted = { acsUrl: string; form: { SAMLResponse: string; RelayState: string } };

const status = 'urn:oasis:names:tc:SAML:2.0:status';

/**
 * A real SAML identity provider. Its sign-in page has one field, for the login of a person in `people`; any other login
 * is refused. It answers the services whose metadata it was given.
 */
export async function startSamlProvider({ signs = 'assertion', now = () => new Date() }: Options = {}) {
  const people = new Map<string, SamlPerson>();
  const services = new Map<string, ReturnType<typeof samlify.ServiceProvider>>();
  const keys = { current: makeSelfSigned({ commonName: 'identity provider', rsaBits: 2048 }) };
  /** `alter` works before the message is signed, `after` on the signed message. */
  const forgery: { alter?: (xml: string) => string; after?: (xml: string) => string } = {};

  const providerAt = (url: string) =>
    samlify.IdentityProvider({
      entityID: `${url}/metadata`,
      privateKey: keys.current.key,
      signingCert: keys.current.certificate,
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
      singleSignOnService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${url}/sso?tenant=acme` },
      ],
      // Without one, samlify warns.
      singleLogoutService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${url}/logout` },
      ],
    });

  /** Answers a request as the person, or refuses it. */
  async function answer(url: string, query: URLSearchParams, login: string | null): Promise<Posted> {
    const provider = providerAt(url);
    const xmlOfRequest = samlify.Utility.inflateString(query.get('SAMLRequest') ?? '');
    const sent = samlify.Extractor.extract(xmlOfRequest, samlify.Extractor.loginRequestFields);
    const service = services.get(String(sent.issuer));
    if (!service) throw new Error(`no metadata of ${sent.issuer} was given`);
    const request = await provider.parseLoginRequest(service, 'redirect', {
      query: Object.fromEntries(query),
    });
    const acsUrl = String(service.entityMeta.getAssertionConsumerService('post'));
    const values = {
      Issuer: `${url}/metadata`,
      Audience: String(sent.issuer),
      Destination: acsUrl,
      InResponseTo: String(request.extract.request?.id),
      ID: newId(),
      IssueInstant: now().toISOString(),
    };
    const person = people.get(login ?? '');
    const customTagReplacement = (template: string) => {
      const xml = written(template, values, person ?? { nameId: '' }, now());
      return { id: values.ID, context: forgery.alter?.(xml) ?? xml };
    };
    const signed = await provider.createLoginResponse(
      service,
      request as never,
      'post',
      {},
      { customTagReplacement },
    );
    const xml = person ? Buffer.from(signed.context, 'base64').toString() : refusal(values);
    const SAMLResponse = Buffer.from(forgery.after?.(xml) ?? xml).toString('base64');
    return { acsUrl, form: { SAMLResponse, RelayState: query.get('RelayState') ?? '' } };
  }

  const loopback = await startLoopback((url) =>
    pages(
      () => providerAt(url).getMetadata(),
      (query, login) => answer(url, query, login),
    ),
  );
  return {
    ...loopback,
    entityId: `${loopback.url}/metadata`,
    metadataUrl: `${loopback.url}/metadata`,
    signInUrl: `${loopback.url}/sso?tenant=acme`,
    people,
    keys,
    forgery,
    metadata: () => providerAt(loopback.url).getMetadata(),
    /** Gives it the metadata of a service. */
    trust(metadata: string) {
      const service = samlify.ServiceProvider({ metadata, wantMessageSigned: signs !== 'assertion' });
      if (signs === 'response') service.entityMeta.isWantAssertionsSigned = () => false;
      services.set(service.entityMeta.getEntityID(), service);
    },
    /** Signs in as a browser would, or cancels. Returns what the browser posts to the service then. */
    visit: (address: string, login: string | null) =>
      answer(loopback.url, new URL(address).searchParams, login),
  };
}

type Values = Record<'Issuer' | 'Audience' | 'Destination' | 'InResponseTo' | 'ID' | 'IssueInstant', string>;

function written(template: string, values: Values, person: SamlPerson, now: Date): string {
  const soon = new Date(now.getTime() + 300_000).toISOString();
  const filled = samlify.SamlLib.replaceTagsByValue(template, {
    ...values,
    StatusCode: `${status}:Success`,
    AssertionID: newId(),
    SubjectRecipient: values.Destination,
    ConditionsNotBefore: now.toISOString(),
    ConditionsNotOnOrAfter: soon,
    SubjectConfirmationDataNotOnOrAfter: soon,
    NameIDFormat: person.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    NameID: person.nameId,
    AuthnStatement: '',
    AttributeStatement: '',
  });
  return filled.replace('</saml:Assertion>', `${statementsOf(person, now)}</saml:Assertion>`);
}

/** Unsigned and without an assertion, as providers refuse. */
function refusal({ ID, Issuer, Destination, InResponseTo, IssueInstant }: Values): string {
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${ID}" Version="2.0" IssueInstant="${IssueInstant}"`,
    ` Destination="${Destination}" InResponseTo="${InResponseTo}">`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${Issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${status}:Responder"><samlp:StatusCode Value="${status}:AuthnFailed"/>`,
    '</samlp:StatusCode></samlp:Status></samlp:Response>',
  ].join('');
}

function statementsOf({ attributes = {}, authenticatedAt, sessionEndsAt }: SamlPerson, now: Date): string {
  const until = sessionEndsAt ? ` SessionNotOnOrAfter="${sessionEndsAt.toISOString()}"` : '';
  const values = (list: string[]) =>
    list.map(
      (value) => `<saml:AttributeValue xsi:type="xs:string">${escapeHtml(value)}</saml:AttributeValue>`,
    );
  const written = Object.entries(attributes).map(
    ([name, list]) => `<saml:Attribute Name="${escapeHtml(name)}">${values(list).join('')}</saml:Attribute>`,
  );
  return [
    `<saml:AuthnStatement AuthnInstant="${(authenticatedAt ?? now).toISOString()}"${until}><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    written.length > 0 ? `<saml:AttributeStatement>${written.join('')}</saml:AttributeStatement>` : '',
  ].join('');
}

const newId = () => `_${randomBytes(16).toString('hex')}`;

/** The pages of the identity provider: its metadata, a form, and one that posts the answer by itself. */
function pages(
  metadata: () => string,
  answer: (query: URLSearchParams, login: string | null) => Promise<Posted>,
): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback');
    const html = (body: string) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${body}`);
    if (pathname === '/metadata')
      return response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadata());
    if (pathname !== '/sso') return response.writeHead(404).end();
    if (request.method !== 'POST')
      return html(
        '<title>Identity provider</title><form method="post"><label>Login <input name="login"></label><button>Sign in</button></form>',
      );
    return void formOf(request).then(async (form) => {
      const { acsUrl, form: posted } = await answer(searchParams, form.get('login'));
      const fields = Object.entries(posted).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
      );
      html(
        `<form method="post" action="${escapeHtml(acsUrl)}">${fields.join('')}<button>Continue</button></form><script>document.forms[0].submit()</script>`,
      );
    });
  };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

function escapeHtml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
