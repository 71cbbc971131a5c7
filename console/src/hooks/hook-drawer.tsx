import type { Hook } from '@latchkey/contract';
import { Button, Code, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../language/texts.ts';
import { HookActions } from './hook-actions.tsx';
import { AddDialog } from './hook-dialogs.tsx';
import { failureOf, nameOf, type Place, textOf } from './hook-labels.ts';
import { HookState } from './hook-state.tsx';

type Props = {
  /** Undefined: there is no such point, or it isn't loaded yet. */
  place: Place | undefined;
  opened: boolean;
  mayChange: boolean;
  onClose: () => void;
};

/** One point beside the list. It is in the address, so the address can be shared. */
export function HookDrawer({ place, opened, mayChange, onClose }: Props) {
  const t = useT();
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title={t('hooks.columns.hook')}>
      {place ? <Opened key={place.id} place={place} mayChange={mayChange} /> : <Skeleton h={240} />}
    </Drawer>
  );
}

function Opened({ place, mayChange }: Pick<Props, 'mayChange'> & { place: Place }) {
  const t = useT();
  const { id: point, hook } = place;
  const [adding, setAdding] = useState(false);
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="xs" align="center">
          <Text fw={600}>{nameOf(point)}</Text>
          <HookState hook={hook} />
        </Group>
        <Text size="sm">{textOf(point)}</Text>
        {hook ? <About hook={hook} /> : <Text size="sm">{t('hooks.none')}</Text>}
      </Stack>
      {mayChange && hook && <HookActions key={hook.id} hook={hook} />}
      {mayChange && !hook && (
        <Group>
          <Button onClick={() => setAdding(true)}>{t('hooks.add')}</Button>
        </Group>
      )}
      <AddDialog point={point} opened={adding} onClose={() => setAdding(false)} />
    </Stack>
  );
}

function About({ hook }: { hook: Hook }) {
  const t = useT();
  const { url, enabled, timeoutMs, point } = hook;
  const command = <Code>{`npx latchkey hook disable ${point}`}</Code>;
  const decides = point === 'sign_in.before' || point === 'registration.before';
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{url}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {t('hooks.time', { ms: timeoutMs })}
        <br />
        {t('hooks.columns.answer')}: {failureOf(hook)}
      </Text>
      {point === 'sign_in.before' && (
        <Text size="sm" c="dimmed">
          {t('hooks.failure.admins')}
        </Text>
      )}
      {!enabled && <Text size="sm">{t('hooks.off')}</Text>}
      {enabled && decides && <Text size="sm">{t.rich('hooks.wayOut', { command })}</Text>}
    </>
  );
}
