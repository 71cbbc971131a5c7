import { TextInput, type TextInputProps } from '@mantine/core';
import { useT } from '../language/texts.ts';

/** The address of a receiver: the first field of its form. */
export function UrlField(field: TextInputProps) {
  const t = useT();
  return (
    <TextInput
      label={t('webhooks.form.url')}
      type="url"
      placeholder="https://example.com/hook"
      dir="ltr"
      maxLength={2048}
      data-autofocus
      {...field}
    />
  );
}
