import type { Hook } from '@latchkey/contract';
import { Badge, Text } from '@mantine/core';
import { useT } from '../language/texts.ts';

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
    <Badge color={hook.enabled ? 'green' : 'gray'}>
      {t(hook.enabled ? 'webhooks.states.on' : 'webhooks.states.off')}
    </Badge>
  );
}
