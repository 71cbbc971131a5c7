import type { Output } from '@latchkey/sdk';
import { Box, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconPlus, IconSelector, IconStar } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { ask, events, messageOf, useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { organizationRoleNames } from '../ui/role-badge.tsx';
import { chooseOrganization } from './choose-organization.ts';
import { CreateOrganizationDialog, mayCreateOrganization } from './create-organization.tsx';
import type { Me } from './me.ts';
import { entriesFor } from './navigation.tsx';
import classes from './shell.module.css';

/** Goes to another organization, and stays on the page if there is one like it for them there. */
function useSwitch() {
  const t = useT();
  const router = useRouter();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (id: string) => {
      const me = await chooseOrganization(id);
      const { pathname } = router.state.location;
      const isThere = entriesFor(me).some(({ entries }) => entries.some(({ to }) => to === pathname));
      // What the address names, such as a filter or an open entry, was the other organization's.
      await navigate({ to: isThere ? pathname : '/', search: {}, replace: true });
      return me;
    },
    meta: { quiet: true },
    onSuccess: ({ organization }) =>
      events.toast(t('switcher.chosen', { organization: organization?.name ?? '' }), 'success'),
    onError: (error) => events.toast(messageOf(error), 'error'),
  });
}

/** Where people belong to several organizations, or may: which one this tab acts in. */
export function OrganizationSwitcher({ me }: { me: Me }) {
  const t = useT();
  const listed = useQuery(ask('listOrganizations'));
  const [creating, dialog] = useDisclosure(false);
  const move = useSwitch();
  const { organization } = me;
  const organizations = listed.data?.organizations;
  const hasChoice = branding.severalOrganizations || (organizations?.length ?? 0) > 1;
  if (!organization || !hasChoice) return null;
  return (
    <>
      <Menu
        position="bottom-start"
        width="target"
        shadow="md"
        // Inside the navigation, where those who listen look for it, and without an element that has no role.
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        onOpen={() => void listed.refetch()}
      >
        <Menu.Target>
          <UnstyledButton className={classes.switcher}>
            <VisuallyHidden>{t('switcher.label')} </VisuallyHidden>
            <Name name={organization.name} note={organizationRoleNames[organization.role]} />
            <IconSelector size={16} style={{ flexShrink: 0 }} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t(listed.error ? 'switcher.failed' : 'switcher.organizations')}</Menu.Label>
          <Choices
            organizations={organizations ?? []}
            currentId={organization.id}
            busy={move.isPending}
            onChoose={(id) => move.mutate(id)}
          />
          <Actions me={me} defaultId={organizations?.[0]?.id} onCreate={dialog.open} />
        </Menu.Dropdown>
      </Menu>
      <CreateOrganizationDialog
        opened={creating}
        onClose={dialog.close}
        onCreated={(id) => move.mutateAsync(id)}
      />
    </>
  );
}

function Name({ name, note, isDefault = false }: { name: string; note: string; isDefault?: boolean }) {
  const t = useT();
  return (
    <Box flex={1} miw={0}>
      <Text size="sm" fw={550} truncate dir="auto">
        {name}
      </Text>
      <Text size="xs" c="dimmed" truncate dir="auto">
        {isDefault ? t('switcher.default', { role: note }) : note}
      </Text>
    </Box>
  );
}

type ChoicesProps = {
  /** The default one first. */
  organizations: Output<'listOrganizations'>['organizations'];
  currentId: string;
  busy: boolean;
  onChoose: (id: string) => void;
};

function Choices({ organizations, currentId, busy, onChoose }: ChoicesProps) {
  return (
    <Box mah={320} style={{ overflowY: 'auto' }}>
      {organizations.map(({ id, name, role }, index) => (
        <Menu.Item
          key={id}
          aria-current={id === currentId ? 'true' : undefined}
          disabled={busy}
          rightSection={id === currentId && <IconCheck size={16} aria-hidden />}
          onClick={() => id !== currentId && onChoose(id)}
        >
          <Name
            name={name}
            note={organizationRoleNames[role]}
            isDefault={index === 0 && organizations.length > 1}
          />
        </Menu.Item>
      ))}
    </Box>
  );
}

type ActionsProps = { me: Me; defaultId: string | undefined; onCreate: () => void };

function Actions({ me, defaultId, onCreate }: ActionsProps) {
  const t = useT();
  const { organization, impersonating } = me;
  const makeDefault = useAct('setDefaultOrganization', {
    invalidates: ['listOrganizations'],
    success: t('switcher.isDefault', { organization: organization?.name ?? '' }),
  });
  const isOther = organization && defaultId !== undefined && organization.id !== defaultId;
  const creates = branding.severalOrganizations && mayCreateOrganization(me);
  if (impersonating || !(isOther || creates)) return null;
  return (
    <>
      <Menu.Divider />
      {isOther && (
        <Menu.Item
          leftSection={<IconStar size={16} />}
          onClick={() => makeDefault.mutate({ params: { id: organization.id } })}
        >
          {t('switcher.makeDefault')}
        </Menu.Item>
      )}
      {creates && (
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={onCreate}>
          {t('switcher.create')}
        </Menu.Item>
      )}
    </>
  );
}
