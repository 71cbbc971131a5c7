import { createHash } from 'node:crypto';
import {
  describeError,
  directionOf,
  type Endpoint,
  messageOf,
  oauthErrorOf,
  type Reason,
  takesForm,
} from '@latchkey/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Languages } from '../platform/languages/languages.ts';
import type { Texts } from '../platform/languages/texts.ts';
import type { Refusal } from '../platform/refusal.ts';
import { textsFor } from './locale.ts';

type Dialect = NonNullable<Endpoint['dialect']>;

/** The protocol has a single code for everything the parser refuses. */
const merelyInvalid: readonly Reason[] = ['MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_FAILED'];

/** A refusal in the format of the route's protocol. */
export function sendInDialect(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  { dialect, ...tools }: { dialect: Dialect; languages: Languages },
): FastifyReply {
  const refused = reasonIn(dialect, refusal);
  const status = merelyInvalid.includes(refused) ? 400 : describeError(refused).status;
  reply.code(status);
  if (dialect.startsWith('browser')) {
    const texts = textsFor(tools, request, reply);
    const title = dialect === 'browser' ? 'Sign-in failed' : 'Sign-out failed';
    return sendPage(reply, texts, title, sentenceOf({ ...refusal, refused }, texts));
  }
  // Programs and their developers read the rest: the protocol has it in English.
  const description = descriptionOf(dialect, { ...refusal, refused });
  const error = oauthErrorOf(refused, dialect);
  if (status === 401 || refused === 'INSUFFICIENT_SCOPE')
    reply.header(
      'WWW-Authenticate',
      String(refusal.details?.challenge ?? challengeOf(request, dialect, error, description)),
    );
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error, error_description: description });
}

/** RFC 7591 has a code of its own for redirect URIs, whatever is wrong with them. */
function reasonIn(dialect: Dialect, { refused, details }: Refusal): Reason {
  const isAboutRedirects = dialect === 'oauth-json' && refused === 'VALIDATION_FAILED' && details;
  return isAboutRedirects && 'redirect_uris' in details ? 'INVALID_REDIRECT_URI' : refused;
}

const formType = 'Send a form, and say so with the header Content-Type: application/x-www-form-urlencoded.';
const badLink = "The application's request isn't valid. Go back to the application and try again.";

/** RFC 6749 allows no quotation marks. */
function descriptionOf(dialect: Dialect, { refused, retryAfterSeconds, details }: Refusal): string {
  if (refused === 'UNSUPPORTED_MEDIA_TYPE' && takesForm({ dialect })) return formType;
  const fields =
    dialect === 'oauth-json' && refused === 'VALIDATION_FAILED' ? Object.keys(details ?? {}) : [];
  if (fields.length > 0) return `Not valid: ${fields.join(', ')}.`;
  return String(details?.description ?? messageOf(refused, retryAfterSeconds)).replaceAll('"', '');
}

/** For the person whose browser was sent here. */
function sentenceOf({ refused, retryAfterSeconds, details }: Refusal, texts: Texts): string {
  if (refused === 'VALIDATION_FAILED') return texts.say(badLink);
  if (details?.description) return String(details.description);
  return texts.error(refused, { waitSeconds: retryAfterSeconds });
}

/** A caller without a credential is only told which kind to send. */
function challengeOf(request: FastifyRequest, dialect: string, error: string, description: string): string {
  if (dialect !== 'bearer') return 'Basic realm="oidc"';
  if (request.headers.authorization === undefined) return 'Bearer realm="oidc"';
  return `Bearer realm="oidc", error="${error}", error_description="${description}"`;
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem;color:#212529}h1{font-size:1.25rem}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** A person is on their way between two applications, and neither can be trusted: no link, no script. */
function sendPage(reply: FastifyReply, texts: Texts, title: string, message: string): FastifyReply {
  const heading = texts.say(title);
  const text = message.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .serializer(String)
    .send(
      `<!doctype html><html lang="${texts.locale}" dir="${directionOf(texts.locale)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${heading}</title><style>${style}</style><h1>${heading}</h1><p>${text}</p></html>`,
    );
}
