import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Languages } from '../platform/languages/languages.ts';
import { findText, type Texts } from '../platform/languages/texts.ts';
import { isTold } from '../platform/languages/told.ts';
import { soleValueOf } from './cookies.ts';

type Tools = { languages: Languages };

/** The language of a request. Asked only once there is a text to write: most requests have none. */
export function localeOf({ languages }: Tools, request: FastifyRequest): string {
  const caller = request.call?.caller;
  const own = caller && caller.kind !== 'organizationKey' ? caller.user.locale : null;
  return (
    offeredIn(languages, soleValueOf(request, 'locale')) ??
    offeredIn(languages, own) ??
    languages.negotiate(request.headers['accept-language']) ??
    languages.fallback
  );
}

/** A value that the service stored or set, if it is still one of its languages. */
export function offeredIn({ codes }: Languages, locale: string | null | undefined): string | undefined {
  return locale && codes.includes(locale) ? locale : undefined;
}

/** The language that someone asks for by this request. Null: the default, which isn't stored. */
export function chosenLocaleOf(tools: Tools, request: FastifyRequest): string | null {
  const locale = localeOf(tools, request);
  return locale === tools.languages.fallback ? null : locale;
}

/** The texts for a response, which then says what language it is in. */
export function textsFor(tools: Tools, request: FastifyRequest, reply: FastifyReply): Texts {
  const texts = tools.languages.texts(localeOf(tools, request));
  reply.header('Content-Language', texts.locale);
  return texts;
}

/** The message of a success, if it has one, in the reader's language. */
export function translateMessage(
  tools: Tools & { config: { environment: string } },
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): unknown {
  if (typeof body !== 'object' || body === null || !('message' in body)) return body;
  const { message } = body;
  if (typeof message !== 'string') return body;
  if (tools.config.environment === 'test' && !findText(message))
    throw new Error(`the catalog contract/src/locales/en/server.ts lacks "${message}"`);
  return { ...body, message: textsFor(tools, request, reply).say(message) };
}

/** What is wrong with each field, and texts kept by their keys. Other details are facts, which have no language. */
export function translateDetails(texts: Texts, details: Record<string, unknown>): Record<string, unknown> {
  const say = (value: unknown) => {
    if (isTold(value)) return texts.tell(value);
    return Array.isArray(value)
      ? value.map((each) => (typeof each === 'string' ? texts.say(each) : each))
      : value;
  };
  return Object.fromEntries(Object.entries(details).map(([field, value]) => [field, say(value)]));
}
