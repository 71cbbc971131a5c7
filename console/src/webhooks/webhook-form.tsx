import { eventTypes } from '@latchkey/contract';
import { Stack, TagsInput, TextInput } from '@mantine/core';
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
  const form = useApiForm({ initialValues: initial });
  return (
    <form noValidate onSubmit={form.submit(save)}>
      <Stack>
        <TextInput
          label="URL"
          type="url"
          placeholder="https://example.com/hook"
          maxLength={2048}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label="Description"
          description="What it's for."
          placeholder="Keeps the CRM in sync"
          maxLength={200}
          {...form.getInputProps('description')}
        />
        <TagsInput
          label="Events"
          description="Types such as user.created, or groups such as user.*. Leave it empty for all events."
          placeholder={form.values.events.length === 0 ? 'All events' : ''}
          data={filterChoices(eventTypes)}
          maxDropdownHeight={240}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear events' }}
          {...form.getInputProps('events')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={label} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
