import {
  Box,
  Combobox,
  Group,
  Kbd,
  Modal,
  ScrollArea,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
  useCombobox,
} from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useT } from '../language/texts.ts';
import type { Me } from './me.ts';
import classes from './shell.module.css';
import { useActions } from './use-actions.ts';
import { type Destination, recentOf, useDestinations } from './use-destinations.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Finds every page, user and organization that this person can see. Ctrl+K opens and closes it on every page. */
export function CommandPalette({ me, onFollow }: { me: Me; onFollow: () => void }) {
  const t = useT();
  const [opened, dialog] = useDisclosure(false);
  const [helping, help] = useDisclosure(false);
  // Also while someone types in a field.
  useHotkeys([['mod+K', dialog.toggle]], []);
  useHotkeys([['shift+?', help.open]]);
  return (
    <>
      <UnstyledButton className={classes.palette} onClick={dialog.open} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden />
        <Text size="sm" flex={1}>
          {t('find.open')}
        </Text>
        <Kbd size="xs" aria-hidden>
          {isApple ? '⌘ K' : t('find.keys')}
        </Kbd>
      </UnstyledButton>
      <Modal opened={opened} onClose={dialog.close} title={t('find.title')} size="lg">
        <Finder
          me={me}
          onHelp={help.open}
          onCancel={dialog.close}
          onDone={() => {
            dialog.close();
            onFollow();
          }}
        />
      </Modal>
      <Shortcuts opened={helping} onClose={help.close} />
    </>
  );
}

type FinderProps = { me: Me; onHelp: () => void; onDone: () => void; onCancel: () => void };

/** Mounted only while the dialog is open, so the search starts empty. */
function Finder({ me, onHelp, onDone, onCancel }: FinderProps) {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const { groups, isLoading } = useDestinations(me, useActions(me, onHelp), { typed: typed.trim(), search });
  const combobox = useCombobox({ opened: true });
  const all = groups.flatMap(({ destinations }) => destinations);
  const found = all.map(({ key }) => key).join();
  const go = (key: string) => {
    const destination = all.find((each) => each.key === key);
    if (!destination) return;
    onDone();
    if (destination.act) return destination.act();
    recentOf(me).add(destination);
    void navigate({ to: destination.to, params: destination.params as never });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={go}>
      <SelectFirst key={found} select={combobox.selectFirstOption} />
      <Combobox.EventsTarget>
        <TextInput
          aria-label={t('find.title')}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // The list would keep Escape to itself.
          onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && onCancel()}
          autoComplete="off"
          data-autofocus
        />
      </Combobox.EventsTarget>
      <ScrollArea.Autosize mah={360} mt="sm" type="auto" scrollbarSize={6} viewportProps={{ tabIndex: 0 }}>
        <Combobox.Options aria-label={t('find.results')}>
          {groups.map(({ title, destinations }) => (
            <Combobox.Group label={title} key={title}>
              {destinations.map((destination) => (
                <Combobox.Option value={destination.key} key={destination.key}>
                  <Result destination={destination} />
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </ScrollArea.Autosize>
      <Text size="sm" c="dimmed" role="status" mt={all.length === 0 ? 'sm' : 0}>
        {all.length === 0 && t(isLoading ? 'find.searching' : 'find.nothing')}
      </Text>
    </Combobox>
  );
}

/** Other results start at the first one. */
function SelectFirst({ select }: { select: () => unknown }) {
  useEffect(() => void select(), [select]);
  return null;
}

function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  const rows = [
    [isApple ? '⌘ K' : t('find.keys'), t('shortcuts.find')],
    ['↑ ↓ ↵', t('shortcuts.move')],
    ['Esc', t('shortcuts.close')],
    ['?', t('shortcuts.title')],
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={t('shortcuts.title')}>
      <Stack gap="sm">
        {rows.map(([keys, label]) => (
          <Group key={label} justify="space-between">
            <Text size="sm">{label}</Text>
            <Kbd dir="ltr">{keys}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}

function Result({ destination: { label, note } }: { destination: Destination }) {
  return (
    <Box miw={0}>
      <Text size="sm" truncate>
        {label}
      </Text>
      {note && (
        <Text size="xs" truncate>
          {note}
        </Text>
      )}
    </Box>
  );
}
