/** What operators set to brand the pages and emails. */
export type Branding = {
  productName: string;
  logoUrl: string | null;
  /** `#rrggbb` or the name of a Mantine color. */
  accentColor: string;
};

/** What the service writes into the console's page, so the first paint needs no extra request. */
export type PageBranding = Branding & {
  /** The languages that people can choose. */
  locales?: readonly string[];
  /** The providers people can sign in with here, in this order. */
  providers: readonly { name: string; label: string }[];
  /** The domain that passkeys belong to. Null: browsers accept none at the service's address. */
  passkeys: string | null;
  /** Whether people can sign in with an emailed code. */
  emailLogin: boolean;
  /** Only if off: a new address then counts at once. */
  emailVerification?: false;
  /** True: an organization's identity provider is enabled, so the sign-in page offers it. False: the service has none. */
  sso?: boolean;
  /** Only if on: people may belong to several organizations. */
  severalOrganizations?: true;
  /** Only if off: people can't create organizations, unless they administer users. */
  organizationCreation?: false;
  /** Only if off: organizations can't create or change roles of their own. */
  organizationRoles?: false;
  /** Only if off: people can't delete their own account. */
  accountDeletion?: false;
  /** Only if off: the guides aren't served. */
  documents?: false;
  /** In development: the first administrator can be created here, if the service says so. */
  setup?: true;
  /** The name of the application that sent the person to a sign-in page, if an administrator registered it. */
  application?: string;
  /** The other origins a sign-in may return to: `ALLOWED_ORIGINS`, if set. */
  returnOrigins?: readonly string[];
};
