import { type Application, type ApplicationKind, oidcScopes } from '@latchkey/contract';
import { Input, MultiSelect, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { OrganizationSelect } from '../admin/organization-select.tsx';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { kinds } from './kinds.ts';

/** As the form holds them: one address per line, and empty text for none. */
type Values = Pick<
  Application,
  'name' | 'kind' | 'firstParty' | 'signingAlgorithm' | 'requirePkce' | 'scopes'
> & {
  redirectUris: string;
  postLogoutRedirectUris: string;
  backchannelLogoutUri: string;
  organizationId: string;
};
type Form = ReturnType<typeof useApiForm<Values>>;
type Body = Pick<
  Application,
  | 'name'
  | 'redirectUris'
  | 'postLogoutRedirectUris'
  | 'backchannelLogoutUri'
  | 'firstParty'
  | 'organizationId'
  | 'signingAlgorithm'
  | 'requirePkce'
  | 'scopes'
>;

const nothing: Values = {
  name: '',
  kind: 'web',
  redirectUris: '',
  postLogoutRedirectUris: '',
  backchannelLogoutUri: '',
  firstParty: true,
  organizationId: '',
  signingAlgorithm: 'RS256',
  requirePkce: true,
  scopes: [...oidcScopes],
};

function valuesOf(application: Application): Values {
  return {
    ...application,
    redirectUris: application.redirectUris.join('\n'),
    postLogoutRedirectUris: application.postLogoutRedirectUris.join('\n'),
    backchannelLogoutUri: application.backchannelLogoutUri ?? '',
    organizationId: application.organizationId ?? '',
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function bodyOf(values: Values): Body {
  const { name, firstParty, signingAlgorithm, requirePkce, scopes } = values;
  return {
    name,
    firstParty,
    signingAlgorithm,
    requirePkce,
    scopes,
    redirectUris: linesOf(values.redirectUris),
    postLogoutRedirectUris: linesOf(values.postLogoutRedirectUris),
    backchannelLogoutUri: values.backchannelLogoutUri.trim() || null,
    organizationId: values.organizationId || null,
  };
}

type Props = {
  /** Undefined: a new one. */
  application?: Application;
  label: string;
  save: (body: Body, kind: ApplicationKind) => Promise<unknown>;
  onCancel: () => void;
};

export function ApplicationForm({ application, label, save, onCancel }: Props) {
  const form = useApiForm<Values>({ initialValues: application ? valuesOf(application) : nothing });
  const { kind } = form.values;
  return (
    <form noValidate onSubmit={form.submit((values) => save(bodyOf(values), kind))}>
      <Stack>
        <TextInput
          label="Name"
          description="People see it when they sign in."
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {!application && <KindChoice form={form} />}
        {kind !== 'service' && <Addresses form={form} />}
        <Rules form={form} />
        <ErrorNote error={form.failure} />
        <FormButtons label={label} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function KindChoice({ form }: { form: Form }) {
  return (
    <Radio.Group label="Kind" {...form.getInputProps('kind')}>
      <Stack gap="xs" mt="xs">
        {kinds.map(({ kind, label, description }) => (
          <Radio key={kind} value={kind} label={label} description={description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function Addresses({ form }: { form: Form }) {
  return (
    <>
      <Textarea
        label="Redirect URIs"
        description="Where people return after they sign in. One per line, exactly as your application sends it."
        placeholder="https://app.example.com/callback"
        autosize
        minRows={2}
        {...form.getInputProps('redirectUris')}
      />
      <Textarea
        label="Post-logout redirect URIs"
        description="Where people may return after they sign out. One per line."
        placeholder="https://app.example.com/"
        autosize
        minRows={1}
        {...form.getInputProps('postLogoutRedirectUris')}
      />
      <TextInput
        label="Back-channel logout URI"
        description="We call it when a session ends, so your application can end its own."
        placeholder="https://app.example.com/backchannel-logout"
        {...form.getInputProps('backchannelLogoutUri')}
      />
    </>
  );
}

function Rules({ form }: { form: Form }) {
  const { kind } = form.values;
  return (
    <>
      {kind !== 'service' && (
        <>
          <Switch
            label="This is our own application"
            description="People aren't asked for consent."
            {...form.getInputProps('firstParty', { type: 'checkbox' })}
          />
          <Input.Wrapper label="Who can sign in">
            <OrganizationSelect
              value={form.values.organizationId}
              options={[{ value: '', label: 'Everyone' }]}
              onChange={(value) => form.setFieldValue('organizationId', value)}
            />
          </Input.Wrapper>
        </>
      )}
      {kind === 'web' && (
        <Switch
          label="Require PKCE"
          description="Turn it off only for a library that doesn't support it. A nonce is then required."
          {...form.getInputProps('requirePkce', { type: 'checkbox' })}
        />
      )}
      <MultiSelect
        label="Scopes"
        description="What the application can ask for."
        data={[...oidcScopes]}
        {...form.getInputProps('scopes')}
      />
      <Select
        label="Signing algorithm"
        data={['RS256', 'ES256']}
        allowDeselect={false}
        {...form.getInputProps('signingAlgorithm')}
      />
    </>
  );
}
