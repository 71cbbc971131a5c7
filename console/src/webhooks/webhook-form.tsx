import { eventTypes } from '@latchkey/contract';
import { Stack, TagsInput, TextInput } from '@mantine/core';
import { useT } from '../language/texts.ts';
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
        <TextInput
          label={t('webhooks.form.url')}
          type="url"
          placeholder="https://example.com/hook"
          dir="ltr"
          maxLength={2048}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label={t('webhooks.form.description')}
          description={t('webhooks.form.description.hint')}
          placeholder={t('webhooks.form.description.placeholder')}
          maxLength={200}
          {...form.getInputProps('description')}
        />
        <TagsInput
          label={t('webhooks.form.events')}
          description={t('webhooks.form.events.description')}
          placeholder={form.values.events.length === 0 ? t('webhooks.allEvents') : ''}
          data={filterChoices(eventTypes)}
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
