import { LatchkeyError } from '@latchkey/sdk';
import { type UseFormInput, useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldErrorsOf } from './field-errors.ts';

/**
 * A form that shows refusals at their fields. `failure` is for an ErrorNote above the button: an error that isn't about
 * any field of this form.
 */
export function useApiForm<Values extends Record<string, unknown>>(input: UseFormInput<Values>) {
  const form = useForm<Values>({ mode: 'controlled', ...input });
  const [failure, setFailure] = useState<unknown>(null);

  /** Sends the values. Shows a refusal and focuses the first field it names. */
  const submit = (send: (values: Values) => Promise<unknown>) =>
    form.onSubmit(async (values) => {
      setFailure(null);
      try {
        await send(values);
      } catch (error) {
        const errors = error instanceof LatchkeyError ? fieldErrorsOf(error) : {};
        const known = Object.entries(errors).filter(([name]) => name in form.getValues());
        for (const [name, message] of known) form.setFieldError(name, message);
        const first = known[0]?.[0];
        if (first) form.getInputNode(first)?.focus();
        else setFailure(error);
      }
    });

  return Object.assign(form, { failure, setFailure, submit });
}
