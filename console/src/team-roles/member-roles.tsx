import type { TeamRole } from '@latchkey/contract';
import { Badge, Group, List, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import type { Member } from '../organization/roles.ts';
import { useApiForm } from '../ui/api-form.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { PermissionBadges } from './role-columns.tsx';
import { RolesField } from './roles-field.tsx';
import { useTeamRoles } from './use-team-roles.ts';

type Props = { member: Member; opened: boolean; onClose: () => void };

/** Gives a member roles, and shows which count for them and why. */
export function MemberRolesDialog({ member, opened, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('teamRoles.of', { name: displayName(member) })}
    >
      <Stack gap="lg">
        <GivenForm member={member} onClose={onClose} />
        <Counting member={member} />
      </Stack>
    </Modal>
  );
}

function GivenForm({ member, onClose }: Omit<Props, 'opened'>) {
  const t = useT();
  const save = useAct('setMemberRoles', {
    invalidates: ['listMembers', 'getMemberRoles', 'me'],
    success: t('teamRoles.saved.of', { name: displayName(member) }),
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({ initialValues: { roles: member.roles } });
  return (
    <form noValidate onSubmit={form.submit((body) => save.mutateAsync({ params: { id: member.id }, body }))}>
      <Stack>
        <RolesField
          label={t('teamRoles.given')}
          description={t('teamRoles.given.note')}
          {...form.getInputProps('roles')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('teamRoles.form.save')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function Counting({ member }: Pick<Props, 'member'>) {
  const t = useT();
  const roles = useTeamRoles();
  const found = useQuery({ ...ask('getMemberRoles', { params: { id: member.id } }), staleTime: 0 });
  if (found.isPending) return <Skeleton h={72} />;
  if (!found.data) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  const { roles: counting, permissions } = found.data;
  return (
    <Stack gap="md">
      <Stack gap="xs">
        <Title order={3}>{t('teamRoles.counts')}</Title>
        {counting.length === 0 ? (
          <Text size="sm">{t('teamRoles.counts.none')}</Text>
        ) : (
          <List size="sm" spacing={6} listStyleType="none" withPadding={false}>
            {counting.map(({ key, from }) => (
              <List.Item key={key}>
                <CountingRole role={roles.find((each) => each.key === key)} known={key} from={from} />
              </List.Item>
            ))}
          </List>
        )}
        {member.organizationRole !== 'MEMBER' && (
          <Text size="sm" c="dimmed">
            {t('teamRoles.counts.everything')}
          </Text>
        )}
      </Stack>
      <Stack gap="xs">
        <Title order={3}>{t('teamRoles.counts.permissions')}</Title>
        <PermissionBadges permissions={permissions} all />
      </Stack>
    </Stack>
  );
}

type From = 'given' | 'default' | 'group' | 'connection';

function CountingRole({ role, known, from }: { role: TeamRole | undefined; known: string; from: From[] }) {
  const t = useT();
  return (
    <Group gap="xs" component="span">
      <Text span size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{role?.name ?? known}</bdi>
      </Text>
      {from.map((each) => (
        <Badge key={each} color="gray">
          {t(`teamRoles.from.${each}`)}
        </Badge>
      ))}
    </Group>
  );
}
