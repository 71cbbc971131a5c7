import type { TeamRole } from '@latchkey/contract';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { type Texts, useT } from '../language/texts.ts';
import type { Column } from '../ui/list-table.tsx';

export const roleColumns = (t: Texts): Column<TeamRole>[] => [
  { header: t('teamRoles.columns.role'), cell: (role) => <RoleName role={role} /> },
  {
    header: t('teamRoles.columns.permissions'),
    cell: ({ permissions }) => <PermissionBadges permissions={permissions} />,
    phone: true,
    grows: true,
  },
];

function RoleName({ role: { name, key, description, isDefault } }: { role: TeamRole }) {
  const t = useT();
  return (
    <Stack gap={2} w={{ sm: 280 }}>
      <Group gap="xs">
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Text>
        {isDefault && (
          <Badge color="green" title={t('teamRoles.default.note')}>
            {t('teamRoles.default')}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        <bdi dir="ltr">{key}</bdi>
      </Text>
      {description && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          <bdi>{description}</bdi>
        </Text>
      )}
    </Stack>
  );
}

const shownAtMost = 8;

export function PermissionBadges({ permissions, all = false }: { permissions: string[]; all?: boolean }) {
  const t = useT();
  const shown = all ? permissions : permissions.slice(0, shownAtMost);
  const more = permissions.length - shown.length;
  if (permissions.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {t('teamRoles.noPermissions')}
      </Text>
    );
  return (
    <Group gap={6}>
      {shown.map((permission) => (
        <Badge key={permission} color="blue" dir="ltr">
          {permission}
        </Badge>
      ))}
      {more > 0 && <Badge color="gray">{t('teamRoles.more', { count: more })}</Badge>}
    </Group>
  );
}
