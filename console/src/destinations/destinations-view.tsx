import { type Destination, destinationLimits } from '@latchkey/contract';
import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { useList } from '../ui/use-list.ts';
import { AddDialog } from './destination-dialogs.tsx';
import { DestinationDrawer } from './destination-drawer.tsx';
import { lagInWords, placeOf, stateOf } from './destination-labels.ts';
import type { DestinationRoutes } from './endpoints.ts';

const defaults = { page: 1, open: '' };
/** How they are doing changes by itself. */
const refreshMs = 10_000;

type Props = { routes: DestinationRoutes; description: ReactNode; mayChange: boolean };

/** The event destinations of the service or an organization: the same page with different routes. */
export function DestinationsView({ routes, description, mayChange }: Props) {
  const t = useT();
  const { impersonating } = useMe();
  const list = useList(defaults);
  const { open } = list.values;
  const found = useQuery({ ...ask(routes.list), refetchInterval: refreshMs });
  const destinations = found.data?.destinations;
  const [adding, setAdding] = useState(false);
  const full = destinations !== undefined && destinations.length >= destinationLimits.each;
  const onOpen = ({ id }: Destination) => list.set({ open: id });
  const add = mayChange && (
    <Button onClick={() => setAdding(true)} disabled={full || impersonating !== null}>
      {t('destinations.add')}
    </Button>
  );
  return (
    <Page title={t('destinations.title')} description={description} actions={add}>
      <List
        label={t('destinations.title')}
        query={found}
        rows={destinations}
        columns={columnsOf(t, onOpen)}
        onOpen={onOpen}
        expect={2}
        empty={{
          icon: IconDatabaseExport,
          title: t('destinations.empty.title'),
          text: t('destinations.empty.text'),
          action: add,
        }}
      />
      <AddDialog routes={routes} opened={adding} onClose={() => setAdding(false)} />
      <DestinationDrawer
        routes={routes}
        destination={destinations?.find(({ id }) => id === open)}
        opened={open !== ''}
        mayChange={mayChange && impersonating === null}
        onClose={() => list.set({ open: '' })}
      />
    </Page>
  );
}

function columnsOf(t: Texts, onOpen: (destination: Destination) => void): Column<Destination>[] {
  return [
    {
      header: t('destinations.columns.destination'),
      cell: (destination) => (
        <UnstyledButton onClick={() => onOpen(destination)} maw="100%">
          <Stack gap={2} miw={0}>
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
              <bdi>{destination.name}</bdi>
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
              {t(`destinations.kinds.${destination.kind}`)} · <bdi>{placeOf(destination)}</bdi>
            </Text>
          </Stack>
        </UnstyledButton>
      ),
    },
    {
      header: t('webhooks.columns.status'),
      cell: (destination) => {
        const { label, color } = stateOf(destination);
        return <StateBadge label={label} color={color} />;
      },
      phone: true,
    },
    {
      header: t('destinations.columns.lag'),
      cell: ({ status }) => <Text size="sm">{lagInWords(status)}</Text>,
      from: 'md',
      phone: true,
    },
  ];
}
