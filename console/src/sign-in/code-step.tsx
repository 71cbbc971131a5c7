import { Button, Stack } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { CodeField, useCodeForm } from '../ui/code-form.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';

export function CodeStep({ send }: { send: (code: string) => Promise<unknown> }) {
  const t = useT();
  const { submit, field, failure, submitting, ready } = useCodeForm(send);
  const secondsLeft = useWait(failure);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <CodeField {...field} label={t('field.code')} size="lg" />
        <RefusalNote error={failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={submitting} disabled={!ready}>
          {t('action.continue')}
        </Button>
      </Stack>
    </form>
  );
}
