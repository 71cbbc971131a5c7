import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { getBranding, updateBranding } from './branding.ts';
import { deleteLogo, getLogo, putLogo } from './logo.ts';

export function mountBranding(kernel: Kernel): void {
  mount(kernel, contract.getBranding, async (call) => {
    const branding = await getBranding(call);
    return isRefusal(branding) ? branding : ok(200, { branding });
  });

  mount(kernel, contract.updateBranding, async (call) => {
    const branding = await updateBranding(call, call.body);
    return isRefusal(branding) ? branding : ok(200, { branding });
  });

  mountLogo(kernel);
}

function mountLogo(kernel: Kernel): void {
  mount(kernel, contract.putLogo, async (call) => {
    const branding = await putLogo(call, call.body);
    return isRefusal(branding) ? branding : ok(200, { message: 'The logo is saved.', branding });
  });

  mount(kernel, contract.deleteLogo, async (call) => {
    const branding = await deleteLogo(call);
    return isRefusal(branding) ? branding : ok(200, { message: 'The logo is removed.', branding });
  });

  mount(kernel, contract.getLogo, async (call) => {
    const { organizationId } = call.params;
    const logo = await getLogo(call, { organizationId, known: call.request.headers['if-none-match'] });
    if (isRefusal(logo)) return logo;
    const { etag, image } = logo;
    // Asked for again each time, so one that was removed is gone at once. Mails and other sites may show it.
    call.reply.header('ETag', `"${etag}"`).header('Cache-Control', 'public, no-cache');
    call.reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (!image) return ok(304, Buffer.alloc(0));
    call.reply.type(image.contentType);
    return ok(200, image.content);
  });
}
