import { Input, type MantineSize, PinInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useT } from '../language/texts.ts';
import { useApiForm } from './api-form.ts';

/** A form with nothing but a code: the sixth digit submits, and a refused code makes room for the next. */
export function useCodeForm(send: (code: string) => Promise<unknown>) {
  const form = useApiForm({ initialValues: { code: '' } });
  const pins = useRef<HTMLDivElement>(null);
  const attempt = async (code: string) => {
    try {
      await send(code);
    } catch (error) {
      form.setFieldValue('code', '');
      throw error;
    }
  };
  const submit = form.submit(({ code }) =>
    attempt(code).finally(() => pins.current?.querySelector('input')?.focus()),
  );
  const field = {
    pins,
    value: form.values.code,
    error: form.errors.code,
    readOnly: form.submitting,
    onChange: (code: string) => form.setFieldValue('code', code),
    onComplete: () => submit(),
  };
  return {
    submit,
    field,
    failure: form.failure,
    submitting: form.submitting,
    ready: field.value.length === 6,
  };
}

type Props = {
  label: string;
  size?: MantineSize;
  pins: RefObject<HTMLDivElement | null>;
  value: string;
  error: ReactNode;
  readOnly: boolean;
  onChange: (code: string) => void;
  onComplete: () => unknown;
};

/** Six digits: typed, pasted, or filled in by the phone. Takes focus when it appears. */
export function CodeField({ label, size = 'sm', pins, error, ...field }: Props) {
  const t = useT();
  useEffect(() => pins.current?.querySelector('input')?.focus(), [pins]);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <PinInput
        // Without our own id, the inputs are recreated after the first render and lose focus.
        id="code"
        mt={6}
        rootRef={pins}
        length={6}
        type="number"
        oneTimeCode
        size={size}
        aria-label={label}
        getInputProps={(at) => ({ 'aria-label': t('code.digit', { at: at + 1 }) })}
        error={Boolean(error)}
        {...field}
      />
    </Input.Wrapper>
  );
}
