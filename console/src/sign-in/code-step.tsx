import { Button, Input, PinInput, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useApiForm } from '../ui/api-form.ts';
import { RefusalNote, useWait } from './refusal-note.tsx';

/** Six digits: pasted, filled in by the phone, or typed. The sixth submits. */
export function CodeStep({ send }: { send: (code: string) => Promise<unknown> }) {
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
        <Input.Wrapper label="Code" labelElement="div" error={wrong}>
          <PinInput
            // Without our own id, the inputs are recreated after the first render and lose focus.
            id="code"
            rootRef={pins}
            length={6}
            type="number"
            oneTimeCode
            size="lg"
            aria-label="Code"
            getInputProps={(at) => ({ 'aria-label': `Digit ${at + 1} of 6` })}
            error={Boolean(wrong)}
            readOnly={form.submitting}
            value={form.values.code}
            onChange={(code) => form.setFieldValue('code', code)}
            onComplete={() => submit()}
          />
        </Input.Wrapper>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={form.values.code.length < 6}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
