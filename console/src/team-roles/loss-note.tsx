import type { TeamRole } from '@latchkey/contract';
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';
import type { RoleRoutes } from './endpoints.ts';
import { HolderList } from './holder-list.tsx';
import { PermissionBadges } from './role-columns.tsx';
import type { Loss } from './role-loss.ts';

type Props = { role: TeamRole; loss: Loss; kind: RoleRoutes['kind'] };

/** What a change takes away, and from whom, before it is saved. */
export function LossNote({ role, loss, kind }: Props) {
  const t = useT();
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('teamRoles.loss.title')}>
      <Stack gap="xs">
        {loss.permissions.length > 0 && (
          <>
            <Text size="sm">{t('teamRoles.loss.permissions', { count: loss.permissions.length })}</Text>
            <PermissionBadges permissions={loss.permissions} all />
          </>
        )}
        {loss.isDefault && <Text size="sm">{t('teamRoles.loss.default')}</Text>}
        <Affected role={role} kind={kind} />
      </Stack>
    </Alert>
  );
}

/** A template's holders are in organizations that an operator may not see. */
export function Affected({ role, kind }: Omit<Props, 'loss'>) {
  const t = useT();
  if (kind === 'template') return <Text size="sm">{t('teamRoles.loss.everywhere')}</Text>;
  return (
    <>
      <HolderList role={role} />
      <Text size="sm">{t('teamRoles.holders.ranks')}</Text>
    </>
  );
}
