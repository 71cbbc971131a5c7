import { permissions } from '@latchkey/contract';
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFishHook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { HookDrawer } from './hook-drawer.tsx';
import { failureOf, nameOf, type Place, placesOf, textOf } from './hook-labels.ts';
import { HookState } from './hook-state.tsx';

const defaults = { page: 1, open: '' };

/** What the service asks other systems: a row for each point, whether or not it has a hook. */
export function HooksPage() {
  const t = useT();
  const { impersonating, permissions: held } = useMe();
  const list = useList(defaults);
  const found = useQuery(ask('listHooks'));
  const places = found.data && placesOf(found.data.hooks);
  const onOpen = ({ id }: Place) => list.set({ open: id });
  // A hook decides who gets in: changing one takes every permission of the service.
  const mayChange = impersonating === null && permissions.every((each) => held.includes(each));
  const title = t('hooks.title');
  return (
    <Page title={title} description={t('hooks.description')}>
      <List
        label={title}
        query={found}
        rows={places}
        columns={columnsOf(t, onOpen)}
        onOpen={onOpen}
        expect={4}
        empty={{ icon: IconFishHook, title }}
      />
      <HookDrawer
        place={places?.find(({ id }) => id === list.values.open)}
        opened={list.values.open !== ''}
        mayChange={mayChange}
        onClose={() => list.set({ open: '' })}
      />
    </Page>
  );
}

function columnsOf(t: Texts, onOpen: (place: Place) => void): Column<Place>[] {
  return [
    {
      header: t('hooks.columns.hook'),
      cell: (place) => (
        <UnstyledButton onClick={() => onOpen(place)} maw="100%">
          <Stack gap={2} miw={0}>
            <Text size="sm" fw={550}>
              {nameOf(place.id)}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
              {place.hook ? <bdi>{place.hook.url}</bdi> : textOf(place.id)}
            </Text>
          </Stack>
        </UnstyledButton>
      ),
    },
    {
      header: t('webhooks.columns.status'),
      cell: ({ hook }) => <HookState hook={hook} />,
      phone: true,
    },
    {
      header: t('hooks.columns.answer'),
      cell: ({ hook }) => <Text size="sm">{hook ? failureOf(hook) : '–'}</Text>,
      from: 'md',
    },
  ];
}
