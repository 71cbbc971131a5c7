import type { Hook } from '@latchkey/contract';
import { Text } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { StateBadge } from '../ui/state-badge.tsx';

/** A point's state at a glance. */
export function HookState({ hook }: { hook: Hook | undefined }) {
  const t = useT();
  if (!hook)
    return (
      <Text size="sm" c="dimmed">
        {t('hooks.states.none')}
      </Text>
    );
  return (
    <StateBadge
      label={t(hook.enabled ? 'webhooks.states.on' : 'webhooks.states.off')}
      color={hook.enabled ? 'green' : 'gray'}
    />
  );
}
