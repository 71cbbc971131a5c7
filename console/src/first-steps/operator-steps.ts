import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useMe } from '../shell/me.ts';
import type { Step } from './step.ts';

/** From an empty service to one where people sign in to an application. What is turned off has no step. */
export function useOperatorSteps(): Step[] | undefined {
  const { user, organization, requiresTwoFactorSetup } = useMe();
  const enabled = !requiresTwoFactorSetup;
  const applications = useQuery({ ...ask('listApplications'), enabled });
  const emails = useQuery({ ...ask('listEmails', { query: { to: user.email } }), enabled });
  const users = useQuery({ ...ask('listUsers', { query: { limit: 1 } }), enabled });
  // Connections are an organization's own: for all of them, there is the trail.
  const connected = useQuery({
    ...ask('listAuditLogs', {
      query: { action: 'ORG_CONNECTION_CREATED', organizationId: 'all', limit: 1 },
    }),
    enabled,
  });
  if ([applications, emails, users, connected].some(({ isLoading }) => isLoading)) return undefined;
  const made = applications.data?.applications.find(({ kind }) => kind !== 'service');
  return [
    { name: 'twoFactor', done: enabled, to: '/profile/security' },
    ...(applications.isError
      ? []
      : [
          {
            name: 'application' as const,
            done: made !== undefined,
            to: '/admin/applications' as const,
            result: made && { to: '/admin/applications' as const, search: { open: made.id } },
          },
        ]),
    {
      name: 'email',
      done:
        emails.data?.emails.some(({ type, status }) => type === 'test_email' && status === 'SENT') ?? false,
      to: '/admin/settings',
    },
    { name: 'user', done: (users.data?.pagination.total ?? 0) > 1, to: '/admin/users' },
    {
      name: 'company',
      done: (connected.data?.total ?? 0) > 0,
      to: organization ? '/organization/sso' : '/organization',
    },
  ];
}
