import type { FastifyInstance } from 'fastify';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Only JSON in valid UTF-8: a broken character would be stored as a different one. */
export function addJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = decoder.decode(body as Buffer);
    } catch {
      return done(coded('FST_ERR_CTP_INVALID_JSON_BODY'));
    }
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
export function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
