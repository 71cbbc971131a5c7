import { Readable } from 'node:stream';
import * as contract from '@latchkey/contract';
import { chooseBody, type Served, servedJson } from '../../http/console-files.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import type { PageCatalog } from '../../platform/languages/languages.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { getCatalog } from './catalogs.ts';

export function mountLanguages(kernel: Kernel): void {
  /** Compressed once: a page waits for its texts, which shrink to a third. */
  const made = new WeakMap<PageCatalog, Served>();
  const servedOf = (found: PageCatalog): Served => {
    const { version: _, ...catalog } = found;
    const served = made.get(found) ?? servedJson(catalog);
    made.set(found, served);
    return served;
  };
  mount(kernel, contract.getCatalog, async (call) => {
    const found = await getCatalog(call, call.params);
    if (isRefusal(found)) return found;
    const { version, locale } = found;
    const isCurrent = call.query.v === version;
    const vary = call.reply.getHeader('Vary');
    call.reply
      .header('ETag', `"${version}"`)
      .header('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
      .header('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, no-cache')
      .header('Content-Language', locale);
    if (call.request.headers['if-none-match']?.includes(version)) return ok(304, Buffer.alloc(0));
    const { encoding, body } = chooseBody(servedOf(found), call.request.headers['accept-encoding']);
    if (encoding !== 'identity') call.reply.header('Content-Encoding', encoding);
    return ok(200, Readable.from(body, { objectMode: false }));
  });
}
