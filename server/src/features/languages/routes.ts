import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { getCatalog } from './catalogs.ts';

export function mountLanguages(kernel: Kernel): void {
  mount(kernel, contract.getCatalog, async (call) => {
    const found = await getCatalog(call, call.params);
    if (isRefusal(found)) return found;
    const { version, ...catalog } = found;
    const isCurrent = call.query.v === version;
    call.reply
      .header('ETag', `"${version}"`)
      .header('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, no-cache')
      .header('Content-Language', catalog.locale);
    if (call.request.headers['if-none-match']?.includes(version)) return ok(304, Buffer.alloc(0));
    return ok(200, catalog);
  });
}
