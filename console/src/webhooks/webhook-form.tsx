import { eventTypes } from '@latchkey/contract';
import { Stack, TagsInput, TextInput } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { UrlField } from '../receivers/url-field.tsx';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { filterChoices } from './webhook-labels.ts';

type Values = { url: string; description: string; events: string[] };
type Props = {
  initial: Values;
  label: string;
  save: (values: Values) => Promise<unknown>;
  onCancel: () => void;
};

/** The fields of an endpoint, for adding and changing it. */
export function WebhookForm({ initial, label, save, onCancel }: Props) {
  const t = useT();
  const form = useApiForm({ initialValues: initial });
  return (
    <form noValidate onSubmit={form.submit(save)}>
      <Stack>
        <UrlField {...form.getInputProps('url')} />
        <TextInput
          label={t('webhooks.form.description')}
          description={t('webhooks.form.description.hint')}
          placeholder={t('webhooks.form.description.placeholder')}
          maxLength={200}
          {...form.getInputProps('description')}
        />
        <TagsInput
          label={t('webhooks.form.events')}
          description={t('webhooks.form.events.description', { type: 'user.created', group: 'user.*' })}
          placeholder={form.values.events.length === 0 ? t('webhooks.allEvents') : ''}
          data={filterChoices(eventTypes)}
          // Below it are the buttons.
          comboboxProps={{ position: 'top' }}
          maxDropdownHeight={240}
          clearable
          clearButtonProps={{ 'aria-label': t('webhooks.form.events.clear') }}
          {...form.getInputProps('events')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={label} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
