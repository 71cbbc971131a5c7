import { z } from 'zod';
import { Timestamp, text } from './fields.ts';
import { OrganizationName } from './organization-shapes.ts';

const AccentColor = text(7)
  .regex(/^#[0-9a-f]{6}$/i, 'Must be a color such as #3b5bdb.')
  .transform((value) => value.toLowerCase());

export const BrandingChange = z.object({
  displayName: OrganizationName.nullable().optional(),
  accentColor: AccentColor.nullable().optional(),
});

/** What an organization set for its own pages and mails. */
export const OrganizationBranding = z
  .object({
    displayName: z.string().nullable(),
    accentColor: z.string().nullable(),
    logoUrl: z.string().nullable().describe('A path of this service.'),
    updatedAt: Timestamp.nullable().describe('Null: nothing was ever set.'),
  })
  .meta({ id: 'OrganizationBranding' });
export type OrganizationBranding = z.infer<typeof OrganizationBranding>;

export const BrandingBody = z.object({ branding: OrganizationBranding });
export const BrandingActionBody = BrandingBody.extend({ message: z.string() });

/** Also of profile pictures. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
