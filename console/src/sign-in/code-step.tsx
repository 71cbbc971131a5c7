import { Button, Input, PinInput, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { RefusalNote, useWait } from './refusal-note.tsx';

/** Six digits: pasted, filled in by the phone, or typed. The sixth submits. */
export function CodeStep({ send }: { send: (code: string) => Promise<unknown> }) {
  const t = useT();
  const form = useApiForm({ initialValues: { code: '' } });
  const secondsLeft = useWait(form.failure);
  const pins = useRef<HTMLDivElement>(null);
  const focusFirst = () => pins.current?.querySelector('input')?.focus();
  const wrong = form.errors.code;
  useEffect(() => pins.current?.querySelector('input')?.focus(), []);
  const attempt = async (code: string) => {
    try {
      await send(code);
    } catch (error) {
      form.setFieldValue('code', '');
      throw error;
    }
  };
  const submit = form.submit(({ code }) => attempt(code).finally(focusFirst));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Input.Wrapper label={t('field.code')} labelElement="div" error={wrong}>
          <PinInput
            // Without our own id, the inputs are recreated after the first render and lose focus.
            id="code"
            rootRef={pins}
            length={6}
            type="number"
            oneTimeCode
            size="lg"
            aria-label={t('field.code')}
            getInputProps={(at) => ({ 'aria-label': t('code.digit', { at: at + 1 }) })}
            error={Boolean(wrong)}
            readOnly={form.submitting}
            value={form.values.code}
            onChange={(code) => form.setFieldValue('code', code)}
            onComplete={() => submit()}
          />
        </Input.Wrapper>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={form.values.code.length < 6}>
          {t('action.continue')}
        </Button>
      </Stack>
    </form>
  );
}
