import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp, text } from './fields.ts';
import { Pagination, pageQuery } from './pagination.ts';

const emailStatuses = ['PENDING', 'SENT', 'FAILED'] as const;

const emailTypes = [
  'verification',
  'password_reset',
  'invite',
  'account_created',
  'new_device',
  'account_locked',
  'account_unlock',
  'password_changed',
  'email_changed',
  'email_in_use',
  'two_factor_enabled',
  'two_factor_disabled',
  'sign_in_code',
  'registration_code',
  'passkey_added',
  'passkey_removed',
  'security_alert',
  'webhook_disabled',
  'destination_disabled',
  'data_exported',
  'deletion_scheduled',
  'account_deleted',
  'inactivity_warning',
  'domain_check_failed',
  'credentials_to_rotate',
  'sso_linked',
  'directory_joined',
  'break_glass_used',
  'certificate_expiring',
  'test_email',
] as const;

/** An email in the delivery log, without its body, which may hold a live link. */
const EmailEntry = z
  .object({
    id: Id,
    to: z.string(),
    from: z.string(),
    subject: z.string(),
    type: z.enum(emailTypes),
    status: z.enum(emailStatuses),
    attempts: z.number().int(),
    lastError: z.string().nullable(),
    sentAt: Timestamp.nullable(),
    createdAt: Timestamp,
    userId: Id.nullable(),
  })
  .meta({ id: 'EmailEntry' });
export type EmailEntry = z.infer<typeof EmailEntry>;

export const listEmails = endpoint({
  method: 'GET',
  path: '/api/admin/emails',
  summary: 'List sent emails, newest first',
  description: 'Covers the whole service: emails:read shows emails to every organization.',
  access: { kind: 'permission', permission: 'emails:read' },
  query: z.object({
    ...pageQuery({ limit: 20, max: 100 }),
    status: z.enum(emailStatuses, `One of ${emailStatuses.join(', ')}.`).optional(),
    to: text(255).optional().describe('Part of the address. Case is ignored.'),
  }),
  responses: { 200: z.object({ emails: z.array(EmailEntry), pagination: Pagination }) },
});
