import { latchkeyScopes, type OrganizationKey } from '@latchkey/contract';
import { Group, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { expiryOf, expiryPresets } from '../account/api-key-state.ts';
import { useT } from '../language/texts.ts';
import { Advanced } from '../ui/advanced.tsx';
import { useApiForm } from '../ui/api-form.ts';
import { formatDay } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { WholeNumberInput } from '../ui/whole-number-input.tsx';

/** As the form holds them: empty text for what isn't set. */
type Values = {
  name: string;
  scopes: string[];
  allowedNetworks: string[];
  rateLimit: { limit: number | string; windowSeconds: number | string };
  externalId: string;
  expiresAt: string;
  prefix: string;
};
type Form = ReturnType<typeof useApiForm<Values>>;

type Body = Pick<OrganizationKey, 'name' | 'scopes' | 'allowedNetworks' | 'rateLimit' | 'externalId'> & {
  expiresAt?: string | null;
  prefix?: string;
};

function valuesOf(key: OrganizationKey | undefined): Values {
  return {
    name: key?.name ?? '',
    scopes: key?.scopes ?? [],
    allowedNetworks: key?.allowedNetworks ?? [],
    rateLimit: key?.rateLimit ?? { limit: '', windowSeconds: 60 },
    externalId: key?.externalId ?? '',
    expiresAt: key ? 'keep' : 'never',
    prefix: '',
  };
}

function bodyOf({ expiresAt, prefix, rateLimit, externalId, ...values }: Values): Body {
  const { limit, windowSeconds } = rateLimit;
  return {
    ...values,
    rateLimit: limit === '' ? null : { limit: Number(limit), windowSeconds: Number(windowSeconds) },
    externalId: externalId.trim() || null,
    ...(expiresAt !== 'keep' && { expiresAt: expiryOf(expiresAt, Date.now()) }),
    ...(prefix.trim() && { prefix: prefix.trim() }),
  };
}

type Props = {
  /** Undefined: a new one. */
  apiKey?: OrganizationKey;
  label: string;
  save: (body: Body) => Promise<unknown>;
  onCancel: () => void;
};

export function KeyForm({ apiKey, label, save, onCancel }: Props) {
  const t = useT();
  const form = useApiForm<Values>({ initialValues: valuesOf(apiKey) });
  const unchanged = apiKey?.expiresAt
    ? t('keys.form.expires.unchanged', { day: formatDay(apiKey.expiresAt) })
    : t('keys.form.expires.unchangedNever');
  const kept = apiKey ? [{ value: 'keep', label: unchanged }] : [];
  return (
    <form noValidate onSubmit={form.submit((values) => save(bodyOf(values)))}>
      <Stack>
        <TextInput
          label={t('keys.form.name')}
          description={t('keys.form.name.description')}
          placeholder={t('keys.form.name.placeholder')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Scopes form={form} />
        <Select
          label={t('keys.form.expires')}
          data={[...kept, ...expiryPresets()]}
          allowDeselect={false}
          {...form.getInputProps('expiresAt')}
        />
        <Advanced isOpen={apiKey !== undefined}>
          <Limit form={form} />
          <Networks form={form} />
          <TextInput
            label={t('keys.form.externalId')}
            description={t('keys.form.externalId.description')}
            placeholder="customer-7"
            maxLength={255}
            {...form.getInputProps('externalId')}
          />
          {!apiKey && (
            <TextInput
              label={t('keys.form.prefix')}
              description={t('keys.form.prefix.description', { prefix: 'lok_' })}
              placeholder="acme_"
              dir="ltr"
              maxLength={13}
              {...form.getInputProps('prefix')}
            />
          )}
        </Advanced>
        <ErrorNote error={form.failure} />
        <FormButtons label={label} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function Scopes({ form }: { form: Form }) {
  const t = useT();
  return (
    <TagsInput
      label={t('keys.form.scopes')}
      description={t('keys.form.scopes.description', { prefix: 'latchkey:' })}
      placeholder={form.values.scopes.length === 0 ? 'orders:read' : ''}
      data={[...latchkeyScopes]}
      maxTags={50}
      // Below it are the buttons.
      comboboxProps={{ position: 'top' }}
      clearable
      clearButtonProps={{ 'aria-label': t('keys.form.scopes.clear') }}
      {...form.getInputProps('scopes')}
    />
  );
}

function Networks({ form }: { form: Form }) {
  const t = useT();
  return (
    <TagsInput
      label={t('keys.form.networks')}
      description={t('keys.form.networks.description')}
      placeholder={form.values.allowedNetworks.length === 0 ? '203.0.113.0/24' : ''}
      maxTags={20}
      clearable
      clearButtonProps={{ 'aria-label': t('keys.form.networks.clear') }}
      {...form.getInputProps('allowedNetworks')}
    />
  );
}

function Limit({ form }: { form: Form }) {
  const t = useT();
  const { error: _, ...limit } = form.getInputProps('rateLimit.limit');
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <WholeNumberInput
        label={t('keys.form.limit')}
        description={t('keys.form.limit.description')}
        min={1}
        max={100_000}
        {...limit}
        error={form.errors.rateLimit}
      />
      <WholeNumberInput
        label={t('keys.form.window')}
        description={t('keys.form.window.description')}
        min={1}
        max={86_400}
        {...form.getInputProps('rateLimit.windowSeconds')}
      />
    </Group>
  );
}
