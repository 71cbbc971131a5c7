import type { Application } from '@latchkey/contract';
import { Badge, Group, Text } from '@mantine/core';
import { useT } from '../language/texts.ts';

type Named = Pick<Application, 'name' | 'selfRegistered'> & { enabled?: boolean };

/** Isolated, because an application that registered itself chose its own name. */
export function ApplicationName({ of, size = 'sm' }: { of: Named; size?: 'sm' | 'md' }) {
  const t = useT();
  return (
    <Group gap={8} style={{ rowGap: 4 }}>
      <Text size={size} fw={600} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{of.name}</bdi>
      </Text>
      {of.selfRegistered && <Badge color="yellow">{t('applications.registeredItself')}</Badge>}
      {of.enabled === false && <Badge color="gray">{t('applications.off')}</Badge>}
    </Group>
  );
}
