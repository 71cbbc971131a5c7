import { z } from 'zod';
import { text } from './fields.ts';
import { backupCodeCount } from './limits.ts';

/** As an authenticator shows it; some add a space in the middle. */
export const TotpCode = text(100, 1)
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Must be six digits.'))
  .meta({ pattern: '^\\s*(\\d\\s*){6}$', examples: ['123456'] });

/** Read off paper, so spaces, dashes and case don't matter. */
export const SecondFactorCode = text(100, 1)
  .transform((value) => value.replace(/[\s\p{Pd}]/gu, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z\d]{8})$/, 'Must be six digits, or a backup code.'))
  .meta({
    pattern: '^[\\s\\p{Pd}]*((\\d[\\s\\p{Pd}]*){6}|([A-Za-z\\d][\\s\\p{Pd}]*){8})$',
    examples: ['123456', 'ABCD-2345'],
  });

/** Shown only once; the service keeps only their hashes. */
export const BackupCodes = z.array(z.string()).length(backupCodeCount);
