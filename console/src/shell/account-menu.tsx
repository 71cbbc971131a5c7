import { Avatar, Box, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLogout, IconSelector, IconShieldLock, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { LanguageSelect } from '../language/language-select.tsx';
import { useT } from '../language/texts.ts';
import { ColorSchemeControl } from '../ui/color-scheme-menu.tsx';
import { displayName } from '../ui/display-name.ts';
import type { Me } from './me.ts';
import classes from './shell.module.css';
import { useOwnLanguage } from './use-own-language.ts';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenu({ me }: { me: Me }) {
  const t = useT();
  const navigate = useNavigate();
  const chooseLanguage = useOwnLanguage();
  const logout = useSignOut();
  const name = displayName(me.user);
  return (
    <Menu position="top-start" width={236} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <Avatar name={name} size={28} aria-hidden />
          <Text size="sm" fw={550} truncate dir="auto" flex={1}>
            {name}
          </Text>
          <IconSelector size={16} style={{ flexShrink: 0 }} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="xs" truncate dir="auto">
            {me.user.email}
          </Text>
        </Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate({ to: '/profile' })}>
          {t('navigation.profile')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShieldLock size={16} />}
          onClick={() => void navigate({ to: '/profile/security' })}
        >
          {t('navigation.security')}
        </Menu.Item>
        <Menu.Divider />
        <Box p="xs">
          <ColorSchemeControl />
          <LanguageSelect onChoose={chooseLanguage} />
        </Box>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => logout.mutate({})}>
          {t('navigation.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
