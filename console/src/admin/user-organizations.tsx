import type { User } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/dates.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { organizationRoleNames } from '../ui/role-badge.tsx';

type Membership = Output<'listUserOrganizations'>['organizations'][number];

/** Every organization that a person belongs to, for those who can see them all. The default one comes first. */
export function UserOrganizations({ user }: { user: User }) {
  const t = useT();
  const { permissions } = useMe();
  const listed = useQuery(ask('listUserOrganizations', { params: { id: user.id } }));
  const organizations = listed.data?.organizations;
  if (listed.isPending) return <Skeleton h={48} />;
  if (!organizations) return <ErrorNote error={listed.error} onRetry={() => void listed.refetch()} />;
  if (organizations.length === 0) return t('users.facts.none');
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {organizations.map((organization, index) => (
        <Group component="li" key={organization.id} gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {permissions.includes('organizations:read') ? (
              <AnchorLink
                to="/admin/organizations/$id"
                params={{ id: organization.id } as never}
                size="sm"
                dir="auto"
              >
                {organization.name}
              </AnchorLink>
            ) : (
              organization.name
            )}
            {[
              '',
              organizationRoleNames[organization.role],
              index === 0 && organizations.length > 1 && t('users.organizations.default'),
            ]
              .filter((part) => part !== false)
              .join(' · ')}
          </Text>
          {permissions.includes('users:write') && <Remove user={user} organization={organization} />}
        </Group>
      ))}
    </Stack>
  );
}

function Remove({ user, organization }: { user: User; organization: Membership }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { id, name, joinedAt } = organization;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        flex="none"
        aria-label={t('users.organizations.remove.label', { organization: name })}
        onClick={() => setAsking(true)}
      >
        {t('users.organizations.remove')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('users.organizations.remove.title', { name: displayName(user), organization: name })}
        confirmLabel={t('users.organizations.remove.confirm')}
        act="removeUserFromOrganization"
        input={{ params: { id: user.id, organizationId: id } }}
        invalidates={['listUserOrganizations', 'getUser', 'listUsers']}
        success={t('users.organizations.remove.done', { organization: name })}
      >
        {t('users.organizations.remove.text', { day: formatDay(joinedAt), organization: name })}
      </ConfirmDialog>
    </>
  );
}
