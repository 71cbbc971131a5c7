import type { Output } from '@latchkey/sdk';
import { Badge, Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askInLanguage, useAct } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { When } from '../ui/when.tsx';

export type Session = Output<'listSessions'>['sessions'][number];

export const sessionColumns = (t: Texts): Column<Session>[] => [
  { header: t('account.sessions.device'), cell: (session) => <Device session={session} /> },
  {
    header: t('account.sessions.ipAddress'),
    cell: ({ ipAddress }) => ipAddress && <bdi>{ipAddress}</bdi>,
    phone: true,
    className: 'numbers',
  },
  { header: t('account.sessions.lastSeen'), cell: ({ lastSeenAt }) => <When at={lastSeenAt} />, phone: true },
];

export function SessionsCard() {
  const t = useT();
  const sessions = useQuery(askInLanguage('listSessions'));
  const [asking, setAsking] = useState(false);
  const others = sessions.data?.sessions.filter(({ current }) => !current) ?? [];
  return (
    <Card component="section" aria-labelledby="sessions" pb="xs">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} flex={1} miw={220}>
            <Title order={2} id="sessions">
              {t('account.sessions.title')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('account.sessions.text')}
            </Text>
          </Stack>
          {others.length > 0 && (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('account.sessions.endOthers')}
            </Button>
          )}
        </Group>
        <Card.Section px={4}>
          <List
            label={t('account.sessions.title')}
            framed={false}
            query={sessions}
            rows={sessions.data?.sessions}
            columns={sessionColumns(t)}
            expect={2}
            actions={(session) => !session.current && <EndSession session={session} />}
            empty={{ icon: IconDeviceDesktop, title: t('account.sessions.empty') }}
          />
        </Card.Section>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('account.sessions.endOthersTitle')}
        confirmLabel={t('account.sessions.endOthers')}
        act="revokeOtherSessions"
        input={{}}
        invalidates={['listSessions']}
        success={t('account.sessions.endedOthers')}
      >
        {t('account.sessions.endOthersText', { count: others.length })}
      </ConfirmDialog>
    </Card>
  );
}

function Device({ session: { device, userAgent, current } }: { session: Session }) {
  const t = useT();
  const phone = /iPhone|Android|Mobile/.test(userAgent);
  return (
    <Group wrap="nowrap" gap="sm">
      <ThemeIcon variant="light" color="gray" size={34} radius="md" aria-hidden>
        {phone ? <IconDeviceMobile size={18} /> : <IconDeviceDesktop size={18} />}
      </ThemeIcon>
      <Group gap="4px 8px">
        <Text size="sm" fw={550}>
          {device}
        </Text>
        {current && <Badge color="green">{t('account.sessions.current')}</Badge>}
      </Group>
    </Group>
  );
}

function EndSession({ session }: { session: Session }) {
  const t = useT();
  const revoke = useAct('revokeSession', {
    invalidates: ['listSessions'],
    success: t('account.sessions.ended'),
  });
  return (
    <RowButton
      label={t('account.sessions.end')}
      fullLabel={t('account.sessions.endFull', { device: session.device, ipAddress: session.ipAddress })}
      icon={IconLogout}
      loading={revoke.isPending}
      onClick={() => revoke.mutate({ params: { id: session.id } })}
    />
  );
}
