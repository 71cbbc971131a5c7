import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { isChangeOfMind } from '../ui/passkeys.ts';
import { RefusalNote, useWait } from './refusal-note.tsx';

/** The browser does the asking, but only after a click: some browsers block dialogs that open by themselves. */
export function PasskeyStep({ send }: { send: () => Promise<unknown> }) {
  const t = useT();
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const submit = form.submit(async () => {
    try {
      await send();
    } catch (error) {
      if (!isChangeOfMind(error)) throw error;
    }
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button
          type="submit"
          ref={button}
          loading={form.submitting}
          leftSection={<IconFingerprint size={18} />}
        >
          {t('passkey.useYours')}
        </Button>
      </Stack>
    </form>
  );
}
