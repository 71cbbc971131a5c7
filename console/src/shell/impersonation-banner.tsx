import { Button, Group, Text } from '@mantine/core';
import { IconSpy } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';
import { displayName } from '../ui/display-name.ts';
import { Unbroken } from '../ui/unbroken.tsx';
import type { Me } from './me.ts';
import classes from './shell.module.css';
import { useExitImpersonation } from './use-exit-impersonation.ts';

/** On every page during an impersonation: who acts as whom, for how long, and how to stop. */
export function ImpersonationBanner({ me }: { me: Me }) {
  const t = useT();
  const exit = useExitImpersonation();
  if (!me.impersonating) return null;
  const { originalEmail, minutesRemaining } = me.impersonating;
  return (
    <div className={classes.impersonation} role="status">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <IconSpy size={18} style={{ flexShrink: 0 }} />
          <Text size="sm" inherit>
            {t.rich('impersonation.banner', {
              actor: <Unbroken bold={false} text={originalEmail} />,
              person: <Unbroken text={displayName(me.user)} />,
              minutes: minutesRemaining,
            })}
          </Text>
        </Group>
        <Button
          size="compact-sm"
          color="dark"
          variant="filled"
          flex="none"
          loading={exit.isPending}
          onClick={() => exit.mutate({})}
        >
          {t('impersonation.stop')}
        </Button>
      </Group>
    </div>
  );
}
