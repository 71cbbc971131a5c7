import type { OAuthProvider } from '@latchkey/contract';

/** What the service wrote into the page: see `server/src/http/console.ts`. */
export type Branding = {
  productName: string;
  logoUrl: string | null;
  /** `#rrggbb` or the name of a Mantine color. */
  accentColor: string;
  /** Those people can sign in with here. */
  providers: OAuthProvider[];
};

const defaults: Branding = { productName: 'Latchkey', logoUrl: null, accentColor: '#3b5bdb', providers: [] };

function read(): Branding {
  const content = document.querySelector<HTMLMetaElement>('meta[name="latchkey-branding"]')?.content;
  return content ? { ...defaults, ...(JSON.parse(content) as Partial<Branding>) } : defaults;
}

export const branding = read();
