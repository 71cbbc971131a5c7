import type { OAuthProvider } from './oauth.ts';

/** What an operator sets to make the pages and mails their own. */
export type Branding = {
  productName: string;
  logoUrl: string | null;
  /** `#rrggbb` or the name of a Mantine color. */
  accentColor: string;
};

/** What the service writes into the console's page, so that the first paint needs no further request. */
export type PageBranding = Branding & {
  /** Those people can sign in with here. */
  providers: readonly OAuthProvider[];
  /** The domain passkeys belong to. Null: browsers know none at the service's address. */
  passkeys: string | null;
  /** Whether a code can be emailed to sign in with. */
  emailLogin: boolean;
  /** In development: the first administrator may be created here, if the service says so. */
  setup?: true;
  /** Where a sign-in may lead besides this service: `ALLOWED_ORIGINS`, if there are any. */
  returnOrigins?: readonly string[];
};
