import type { FastifyInstance } from 'fastify';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** JSON only, and only in whole UTF-8: half a character would be stored as another one. */
export function addJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = decoder.decode(body as Buffer);
    } catch {
      return done(
        Object.assign(new Error('The body is not UTF-8'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }),
      );
    }
    void parseJson(request, text, (error, value) =>
      done(error && Object.assign(error, { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }), value),
    );
  });
}
