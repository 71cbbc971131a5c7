import type { FastifyInstance } from 'fastify';

const decoder = new TextDecoder('utf-8', { fatal: true });

const maxDepth = 32;

/** In one pass: what handles a body later may recurse into it. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (isQuoted && sign === '\\') at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if ((sign === '{' || sign === '[') && ++depth > maxDepth) return true;
    else if (sign === '}' || sign === ']') depth--;
  }
  return false;
}

/** Only JSON in valid UTF-8: a broken character would be stored as a different one. */
export function addJsonParser(app: FastifyInstance, types: string[] = ['application/json']): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = decoder.decode(body as Buffer);
    } catch {
      return done(coded('FST_ERR_CTP_INVALID_JSON_BODY'));
    }
    if (isTooDeep(text)) return done(coded('FST_ERR_CTP_INVALID_JSON_BODY'));
    void parseJson(request, text, (error, value) =>
      done(error && coded('FST_ERR_CTP_INVALID_JSON_BODY'), value),
    );
  });
  // An empty body has no type, no matter what the client says: `curl -d ''` calls it a form.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    body.length === 0 ? done(null, undefined) : done(coded('FST_ERR_CTP_INVALID_MEDIA_TYPE')),
  );
}

/** Only the code: the parser's own message quotes the body. */
function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const formDecoder = new TextDecoder('utf-8', { fatal: true });

/** Only for routes of protocols that send forms. A repeated field is passed on as a list. */
export function addFormParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, fieldsOf(new URLSearchParams(formDecoder.decode(body as Buffer))));
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
