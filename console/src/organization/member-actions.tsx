import { managesRole } from '@latchkey/contract';
import { Menu } from '@mantine/core';
import { IconId, IconLogout, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useT } from '../language/texts.ts';
import { chooseOrganization } from '../shell/choose-organization.ts';
import { useMe } from '../shell/me.ts';
import { MemberRolesDialog } from '../team-roles/member-roles.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { displayName } from '../ui/display-name.ts';
import { RowMenu } from '../ui/row-controls.tsx';
import type { Member } from './roles.ts';

/** What changes with who is a member, and with what. */
export const stale = ['listMembers', 'me', 'getOrganization'] as const;

type Props = { member: Member; hasTeamRoles: boolean };

export function MemberActions({ member, hasTeamRoles }: Props) {
  const t = useT();
  const { user, organization } = useMe();
  const [open, setOpen] = useState<'roles' | 'end' | null>(null);
  const close = () => setOpen(null);
  const self = member.id === user.id;
  const ends = self || managesRole(organization?.role ?? 'MEMBER', member.organizationRole);
  if (!ends && !hasTeamRoles) return null;
  const EndIcon = self ? IconLogout : IconUserMinus;
  return (
    <>
      <RowMenu name={displayName(member)}>
        {hasTeamRoles && (
          <Menu.Item leftSection={<IconId size={16} />} onClick={() => setOpen('roles')}>
            {t('teamRoles.title')}
          </Menu.Item>
        )}
        {ends && (
          <Menu.Item
            color="red"
            leftSection={<EndIcon size={16} className={self ? 'points' : undefined} />}
            onClick={() => setOpen('end')}
          >
            {t(self ? 'members.leave.label' : 'members.remove.confirm')}
          </Menu.Item>
        )}
      </RowMenu>
      {hasTeamRoles && <MemberRolesDialog member={member} opened={open === 'roles'} onClose={close} />}
      <EndDialog member={member} self={self} opened={open === 'end'} onClose={close} />
    </>
  );
}

type EndProps = { member: Member; self: boolean; opened: boolean; onClose: () => void };

/** Ends a membership: one's own, or another's. */
function EndDialog({ member, self, opened, onClose }: EndProps) {
  const t = useT();
  const name = displayName(member);
  const organization = useMe().organization?.name ?? '';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={self ? t('members.leave.title') : t('members.remove.title', { name })}
      confirmLabel={t(self ? 'members.leave' : 'members.remove.confirm')}
      act="removeMember"
      input={{ params: { id: member.id } }}
      {...(self
        ? { invalidates: ['listOrganizations'], onDone: () => chooseOrganization(undefined) }
        : { invalidates: stale })}
      success={self ? t('members.leave.done', { organization }) : t('members.remove.done', { name })}
    >
      {self ? t('members.leave.text', { organization }) : t('members.remove.text')}
    </ConfirmDialog>
  );
}
