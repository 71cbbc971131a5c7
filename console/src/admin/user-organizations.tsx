import type { User } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/dates.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { organizationRoleNames } from '../ui/role-badge.tsx';

type Membership = Output<'listUserOrganizations'>['organizations'][number];

/** Every organization that a person belongs to, for those who can see them all. The default one comes first. */
export function UserOrganizations({ user }: { user: User }) {
  const { permissions } = useMe();
  const listed = useQuery(ask('listUserOrganizations', { params: { id: user.id } }));
  const organizations = listed.data?.organizations;
  if (listed.isPending) return <Skeleton h={48} />;
  if (!organizations) return <ErrorNote error={listed.error} onRetry={() => void listed.refetch()} />;
  if (organizations.length === 0) return 'None';
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {organizations.map((organization, index) => (
        <Group component="li" key={organization.id} gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {[
              organization.name,
              organizationRoleNames[organization.role],
              index === 0 && organizations.length > 1 && 'Default',
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {permissions.includes('users:write') && <Remove user={user} organization={organization} />}
        </Group>
      ))}
    </Stack>
  );
}

function Remove({ user, organization }: { user: User; organization: Membership }) {
  const [asking, setAsking] = useState(false);
  const { id, name, joinedAt } = organization;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        flex="none"
        aria-label={`Remove from ${name}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Remove ${displayName(user)} from ${name}?`}
        confirmLabel="Remove from organization"
        act="removeUserFromOrganization"
        input={{ params: { id: user.id, organizationId: id } }}
        invalidates={['listUserOrganizations', 'getUser', 'listUsers']}
        success={`Removed from ${name}.`}
      >
        A member since {formatDay(joinedAt)}, they lose access to {name} right away. They keep their account
        and their other organizations.
      </ConfirmDialog>
    </>
  );
}
