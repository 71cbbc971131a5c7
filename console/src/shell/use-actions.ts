import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import type { Me } from './me.ts';
import { navigationFor } from './navigation-for.ts';
import type { Action } from './use-destinations.ts';
import { useSignOut } from './use-sign-out.ts';

/** What the search can do besides going to a page. */
export function useActions(me: Me, showShortcuts: () => void): Action[] {
  const t = useT();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === 'dark';
  const logout = useSignOut();
  const doing = (key: string, label: string, act: () => void, also = ''): Action => ({
    key,
    label,
    act,
    also,
    to: '/',
  });
  const going = (to: Action['to'], label: string, also: string): Action => ({
    key: `go ${to}`,
    to,
    label,
    also,
  });
  return [
    ...(navigationFor(me).invites
      ? [going('/organization/invites', t('find.invite'), t('find.invite.also'))]
      : []),
    going('/profile/api-keys', t('find.createKey'), t('find.createKey.also')),
    doing(
      'look',
      t(isDark ? 'find.light' : 'find.dark'),
      () => setColorScheme(isDark ? 'light' : 'dark'),
      t('find.look.also'),
    ),
    ...(branding.documents === false
      ? []
      : [doing('docs', t('find.docs'), () => void window.open('/docs', '_blank'), t('find.docs.also'))]),
    doing('shortcuts', t('shortcuts.title'), showShortcuts, '?'),
    doing('signOut', t('navigation.signOut'), () => logout.mutate({}), t('find.signOut.also')),
  ];
}
