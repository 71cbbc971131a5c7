import type { Hook } from '@latchkey/contract';
import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { MoreMenu, type Opened } from '../receivers/more-menu.tsx';
import { RotateDialog } from '../receivers/rotate-dialog.tsx';
import { TestButton } from '../receivers/test-button.tsx';
import { TestResult } from '../receivers/test-result.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EditDialog } from './hook-dialogs.tsx';

export function HookActions({ hook }: { hook: Hook }) {
  const t = useT();
  const [open, setOpen] = useState<Opened | null>(null);
  const close = () => setOpen(null);
  const { id, enabled, url } = hook;
  const params = { id };
  const test = useAct('testHook');
  const turn = useAct('updateHook', {
    invalidates: ['listHooks'],
    success: t(enabled ? 'hooks.turnedOff' : 'hooks.turnedOn'),
  });
  const result = test.data?.test;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <TestButton loading={test.isPending} onClick={() => test.mutate({ params })} />
        <MoreMenu
          enabled={enabled}
          onTurn={() => turn.mutate({ params, body: { enabled: !enabled } })}
          onOpen={setOpen}
        />
      </Group>
      {result && (
        <TestResult result={result} title={t(result.succeeded ? 'hooks.test.counts' : 'hooks.test.fails')} />
      )}
      <EditDialog hook={hook} opened={open === 'edit'} onClose={close} />
      <RotateDialog
        act="rotateHookSecret"
        id={id}
        opened={open === 'rotate'}
        testId="hook-secret"
        onClose={close}
      />
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={t('hooks.delete.title')}
        confirmLabel={t('hooks.delete.confirm')}
        act="deleteHook"
        input={{ params }}
        invalidates={['listHooks']}
        success={t('hooks.deleted')}
      >
        {t.rich('hooks.delete.text', { url: <b style={{ overflowWrap: 'anywhere' }}>{url}</b> })}
      </ConfirmDialog>
    </Stack>
  );
}
