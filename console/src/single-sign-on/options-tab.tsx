import type { Connection } from '@latchkey/contract';
import {
  Button,
  Group,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { SettingsError } from './settings-error.tsx';
import classes from './single-sign-on.module.css';

type Attributes = Record<keyof Connection['attributes'], string>;
type Values = Pick<Connection, 'name' | 'domains' | 'provisioning' | 'trustsSecondFactor' | 'adminGroups'> & {
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
  const { id, name, domains, provisioning, trustsSecondFactor, adminGroups, sessionHours } = connection;
  const save = useAct('updateConnection', {
    invalidates: ['listConnections'],
    success: 'Options saved.',
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
          <TextInput label="Name" maxLength={100} {...form.getInputProps('name')} />
          <DomainsField form={form} mayChange={mayChange} />
          <Switch
            label="New people join by themselves"
            description="Everyone whom it vouches for gets an account. Off: they need an invitation first."
            {...form.getInputProps('provisioning', { type: 'checkbox' })}
          />
          <Switch
            label="It checks a second factor"
            description="We then ask for none after it, unless the service requires one of everyone."
            {...form.getInputProps('trustsSecondFactor', { type: 'checkbox' })}
          />
          <NumberInput
            label="Sessions last, in hours"
            description="1 to 168. Afterwards, people sign in there again."
            min={1}
            max={168}
            allowDecimal={false}
            maw={260}
            {...form.getInputProps('sessionHours')}
          />
          <TagsInput
            label="Groups of administrators"
            description="Their members become ADMIN at each sign-in, everyone else MEMBER. Owners stay owners. Leave it empty to keep roles as they are."
            maxTags={20}
            disabled={!mayChange}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear groups' }}
            {...form.getInputProps('adminGroups')}
          />
          <AttributeFields form={form} kind={connection.kind} />
          <SettingsError error={form.failure} />
          {mayChange && (
            <Group>
              <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
                Save options
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

function DomainsField({ form, mayChange }: { form: Form; mayChange: boolean }) {
  const found = useQuery(ask('listDomains'));
  const proven = (found.data?.domains ?? []).filter(({ verified }) => verified).map(({ name }) => name);
  const isNone = found.data !== undefined && proven.length === 0;
  return (
    <MultiSelect
      label="Domains"
      description={
        isNone
          ? 'Verify a domain first, at the top of the page.'
          : 'It signs in only people with an address in one of these.'
      }
      placeholder={form.values.domains.length === 0 ? 'Choose verified domains' : ''}
      data={[...new Set([...proven, ...form.values.domains])]}
      disabled={!mayChange}
      {...form.getInputProps('domains')}
    />
  );
}

const labels = { email: 'Email', firstName: 'First name', lastName: 'Last name', groups: 'Groups' };
const usual = {
  saml: { email: 'email', firstName: 'firstName', lastName: 'lastName', groups: 'groups' },
  oidc: { email: 'email', firstName: 'given_name', lastName: 'family_name', groups: 'groups' },
};

function AttributeFields({ form, kind }: { form: Form; kind: Connection['kind'] }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {kind === 'saml' ? 'Names of attributes, if they differ' : 'Names of claims, if they differ'}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {attributeNames.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            placeholder={usual[kind][name]}
            {...form.getInputProps(`attributes.${name}`)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
