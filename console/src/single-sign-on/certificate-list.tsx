import type { Connection } from '@latchkey/contract';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { formatDay } from '../ui/dates.ts';
import { expiryOf } from './connection-state.ts';

type Props = { certificates: NonNullable<Connection['saml']>['certificates'] };

const looks = {
  fine: { label: 'Valid', color: 'green' },
  soon: { label: 'Expires soon', color: 'orange' },
  past: { label: 'Expired', color: 'red' },
};

/** The keys whose signatures count, and until when. */
export function CertificateList({ certificates }: Props) {
  return (
    <Stack gap={6} component="ul" aria-label="Certificates" m={0} p={0} style={{ listStyle: 'none' }}>
      {certificates.map(({ sha256, notAfter }) => {
        const { label, color } = looks[expiryOf(notAfter, Date.now()).state];
        return (
          <li key={sha256}>
            <Group gap="xs">
              <Text size="sm">Certificate until {formatDay(notAfter)}</Text>
              <Badge color={color}>{label}</Badge>
            </Group>
            <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              SHA-256 {sha256}
            </Text>
          </li>
        );
      })}
    </Stack>
  );
}
