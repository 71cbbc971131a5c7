import type { Connection } from '@latchkey/contract';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { formatDay } from '../ui/dates.ts';
import { expiryOf } from './connection-state.ts';

type Props = { certificates: NonNullable<Connection['saml']>['certificates'] };

const colors = { fine: 'green', soon: 'orange', past: 'red' };

/** The keys whose signatures count, and until when. */
export function CertificateList({ certificates }: Props) {
  const t = useT();
  return (
    <Stack
      gap={6}
      component="ul"
      aria-label={t('singleSignOn.saml.certificates')}
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
    >
      {certificates.map(({ sha256, notAfter }) => {
        const { state } = expiryOf(notAfter, Date.now());
        return (
          <li key={sha256}>
            <Group gap="xs">
              <Text size="sm">{t('singleSignOn.saml.certificates.until', { day: formatDay(notAfter) })}</Text>
              <Badge color={colors[state]}>{t(`singleSignOn.saml.certificates.${state}`)}</Badge>
            </Group>
            <Text size="xs" c="dimmed" ff="monospace" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
              SHA-256 {sha256}
            </Text>
          </li>
        );
      })}
    </Stack>
  );
}
