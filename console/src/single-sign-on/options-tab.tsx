import type { Connection } from '@latchkey/contract';
import {
  Button,
  Group,
  MultiSelect,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ConnectionRolesField } from '../team-roles/connection-roles.tsx';
import { useApiForm } from '../ui/api-form.ts';
import { inNameOrder } from '../ui/name-fields.tsx';
import { WholeNumberInput } from '../ui/whole-number-input.tsx';
import { SettingsError } from './settings-error.tsx';
import classes from './single-sign-on.module.css';

type Attributes = Record<keyof Connection['attributes'], string>;
type Values = Pick<
  Connection,
  'name' | 'domains' | 'provisioning' | 'trustsSecondFactor' | 'adminGroups' | 'groupRoles'
> & {
  sessionHours: number | string;
  attributes: Attributes;
};
type Form = ReturnType<typeof useApiForm<Values>>;
type Props = { connection: Connection; mayChange: boolean };

const attributeNames = ['email', 'firstName', 'lastName', 'groups'] as const;
const each = <V,>(read: (name: (typeof attributeNames)[number]) => V) =>
  Object.fromEntries(attributeNames.map((name) => [name, read(name)])) as Record<
    (typeof attributeNames)[number],
    V
  >;

/** Whom it signs in, as what, and for how long. */
export function OptionsTab({ connection, mayChange }: Props) {
  const t = useT();
  const { id, name, domains, provisioning, trustsSecondFactor, adminGroups, groupRoles, sessionHours } =
    connection;
  const save = useAct('updateConnection', {
    invalidates: ['listConnections'],
    success: t('singleSignOn.options.saved'),
    quiet: true,
  });
  const attributes = each((one) => connection.attributes[one] ?? '');
  const form = useApiForm<Values>({
    initialValues: {
      name,
      domains,
      provisioning,
      trustsSecondFactor,
      adminGroups,
      groupRoles,
      sessionHours,
      attributes,
    },
  });
  const submit = form.submit((values) =>
    save.mutateAsync({
      params: { id },
      body: {
        ...values,
        sessionHours: Number(values.sessionHours),
        attributes: each((one) => values.attributes[one].trim() || null),
      },
    }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={!mayChange} className={classes.fields}>
        <Stack>
          <TextInput label={t('singleSignOn.options.name')} maxLength={100} {...form.getInputProps('name')} />
          <DomainsField form={form} mayChange={mayChange} />
          <Switch
            label={t('singleSignOn.options.provisioning')}
            description={t('singleSignOn.options.provisioning.note')}
            {...form.getInputProps('provisioning', { type: 'checkbox' })}
          />
          <Switch
            label={t('singleSignOn.options.secondFactor')}
            description={t('singleSignOn.options.secondFactor.note')}
            {...form.getInputProps('trustsSecondFactor', { type: 'checkbox' })}
          />
          <WholeNumberInput
            label={t('singleSignOn.options.sessionHours')}
            description={t('singleSignOn.options.sessionHours.note')}
            min={1}
            max={168}
            maw={360}
            {...form.getInputProps('sessionHours')}
          />
          <TagsInput
            label={t('singleSignOn.options.adminGroups')}
            description={t('singleSignOn.options.adminGroups.note')}
            maxTags={20}
            disabled={!mayChange}
            clearable
            clearButtonProps={{ 'aria-label': t('singleSignOn.options.adminGroups.clear') }}
            {...form.getInputProps('adminGroups')}
          />
          <ConnectionRolesField disabled={!mayChange} {...form.getInputProps('groupRoles')} />
          <AttributeFields form={form} kind={connection.kind} />
          <SettingsError error={form.failure} />
          {mayChange && (
            <Group>
              <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
                {t('singleSignOn.options.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

function DomainsField({ form, mayChange }: { form: Form; mayChange: boolean }) {
  const t = useT();
  const found = useQuery(ask('listDomains'));
  const proven = (found.data?.domains ?? []).filter(({ verified }) => verified).map(({ name }) => name);
  const isNone = found.data !== undefined && proven.length === 0;
  return (
    <MultiSelect
      label={t('singleSignOn.options.domains')}
      description={
        isNone ? t('singleSignOn.options.domains.verifyFirst') : t('singleSignOn.options.domains.note')
      }
      placeholder={form.values.domains.length === 0 ? t('singleSignOn.options.domains.choose') : ''}
      data={[...new Set([...proven, ...form.values.domains])]}
      disabled={!mayChange}
      {...form.getInputProps('domains')}
    />
  );
}

const usual = {
  saml: { email: 'email', firstName: 'firstName', lastName: 'lastName', groups: 'groups' },
  oidc: { email: 'email', firstName: 'given_name', lastName: 'family_name', groups: 'groups' },
};

function AttributeFields({ form, kind }: { form: Form; kind: Connection['kind'] }) {
  const t = useT();
  return (
    <Stack gap="xs">
      <Title order={3}>{t(`singleSignOn.options.attributes.${kind}`)}</Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['email', ...inNameOrder(t, 'firstName', 'lastName'), 'groups'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`singleSignOn.options.attribute.${name}`)}
            dir="ltr"
            placeholder={usual[kind][name]}
            {...form.getInputProps(`attributes.${name}`)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
