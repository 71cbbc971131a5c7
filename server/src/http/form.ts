import type { FastifyInstance } from 'fastify';
import { coded } from './body.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Only for routes of protocols that send forms. A repeated field is passed on as a list. */
export function addFormParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, fieldsOf(new URLSearchParams(decoder.decode(body as Buffer))));
      } catch {
        done(coded('FST_ERR_CTP_INVALID_JSON_BODY'));
      }
    },
  );
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    body.length === 0 ? done(null, undefined) : done(coded('FST_ERR_CTP_INVALID_MEDIA_TYPE')),
  );
}

function fieldsOf(form: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
