import type { PageBranding } from '@latchkey/contract';

const defaults: PageBranding = {
  productName: 'Latchkey',
  logoUrl: null,
  accentColor: '#3b5bdb',
  providers: [],
  passkeys: null,
  emailLogin: false,
};

/** What the service wrote into the page: see `server/src/http/console.ts`. */
function read(): PageBranding {
  const content = document.querySelector<HTMLMetaElement>('meta[name="latchkey-branding"]')?.content;
  return content ? { ...defaults, ...(JSON.parse(content) as Partial<PageBranding>) } : defaults;
}

export const branding = read();
