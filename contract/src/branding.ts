import { z } from 'zod';
import { BrandingActionBody, BrandingBody, BrandingChange, imageTypes } from './branding-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';

const access = { kind: 'organization', role: 'ADMIN' } as const;
const errors = ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'] as const;
const path = '/api/organizations/current/branding';

export const getBranding = endpoint({
  method: 'GET',
  path,
  summary: 'Get how the organization looks',
  access,
  responses: { 200: BrandingBody },
  errors: ['NO_ORGANIZATION'],
});

export const updateBranding = endpoint({
  method: 'PATCH',
  path,
  summary: 'Change how the organization looks',
  description: "Fields you leave out stay as they are. Null: the service's own.",
  access,
  changesAccess: [],
  body: BrandingChange,
  responses: { 200: BrandingBody },
  errors,
});

export const putLogo = endpoint({
  method: 'PUT',
  path: `${path}/logo`,
  summary: 'Set the logo of the organization',
  description:
    'Send the raw image as the body, up to 256 KiB. Its content decides its type; Content-Type is ignored.',
  access,
  large: 'always',
  changesAccess: [],
  bodyBytes: 262_144,
  // Read here, whatever it says it is: the content decides.
  body: { binary: [...imageTypes, ['*', '*'].join('/')], description: 'The image.' },
  responses: { 200: BrandingActionBody },
  errors: ['IMAGE_TYPE_REFUSED', 'RATE_LIMITED', ...errors],
});

export const deleteLogo = endpoint({
  method: 'DELETE',
  path: `${path}/logo`,
  summary: 'Remove the logo of the organization',
  access,
  changesAccess: [],
  responses: { 200: BrandingActionBody },
  errors: ['PICTURE_NOT_FOUND', ...errors],
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/api/branding/:organizationId/logo',
  summary: 'Get the logo of an organization',
  access: { kind: 'public' },
  params: z.object({ organizationId: Id }),
  responses: {
    200: { binary: imageTypes, description: 'The image, with its ETag.' },
    304: { binary: [], description: 'The client has it: If-None-Match holds its ETag.' },
  },
});

/** What operators set to brand the pages and emails. */
export type Branding = {
  productName: string;
  logoUrl: string | null;
  /** `#rrggbb` or the name of a Mantine color. */
  accentColor: string;
};

/** Of the organization that a sign-in page, or a mail, is about. */
export type OrganizationBrand = Pick<Branding, 'logoUrl'> & {
  displayName: string | null;
  /** `#rrggbb` */
  accentColor: string | null;
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
  /** Only if required: what an administrator writes before they impersonate. */
  impersonationReason?: 'required';
  /** Only if off: people can't delete their own account. */
  accountDeletion?: false;
  /** Only if off: the guides aren't served. */
  documents?: false;
  /** In development: the first administrator can be created here, if the service says so. */
  setup?: true;
  /** The organization whose page this is, in place of the service. What it left unset is null. */
  organization?: OrganizationBrand;
  /** The name of the application that sent the person to a sign-in page, if an administrator registered it. */
  application?: string;
  /** The other origins a sign-in may return to: `ALLOWED_ORIGINS`, if set. */
  returnOrigins?: readonly string[];
};
