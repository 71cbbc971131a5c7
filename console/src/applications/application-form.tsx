import { type Application, type ApplicationKind, oidcScopes } from '@latchkey/contract';
import { Input, MultiSelect, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { OrganizationSelect } from '../admin/organization-select.tsx';
import { useT } from '../language/texts.ts';
import { Advanced } from '../ui/advanced.tsx';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { kindLabel, kinds } from './kinds.ts';

/** As the form holds them: one address per line, and empty text for none. */
type Values = Pick<
  Application,
  'name' | 'kind' | 'firstParty' | 'signingAlgorithm' | 'requirePkce' | 'scopes' | 'deviceGrant'
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
  | 'deviceGrant'
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
  deviceGrant: false,
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
  const { name, kind, firstParty, signingAlgorithm, requirePkce, scopes, deviceGrant } = values;
  return {
    name,
    firstParty,
    signingAlgorithm,
    requirePkce,
    scopes,
    deviceGrant: deviceGrant && kind !== 'service',
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
  const t = useT();
  const form = useApiForm<Values>({ initialValues: application ? valuesOf(application) : nothing });
  const { kind } = form.values;
  return (
    <form noValidate onSubmit={form.submit((values) => save(bodyOf(values), kind))}>
      <Stack>
        <TextInput
          label={t('applications.form.name')}
          description={t('applications.form.name.description')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {!application && <KindChoice form={form} />}
        {kind !== 'service' && <RedirectAddresses form={form} />}
        <Advanced isOpen={application !== undefined}>
          {kind !== 'service' && <LogoutAddresses form={form} />}
          <Rules form={form} />
        </Advanced>
        <ErrorNote error={form.failure} />
        <FormButtons label={label} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function KindChoice({ form }: { form: Form }) {
  const t = useT();
  return (
    <Radio.Group label={t('applications.form.kind')} {...form.getInputProps('kind')}>
      <Stack gap="xs" mt="xs">
        {kinds.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={kindLabel(kind)}
            description={t(`applications.kinds.${kind}.description`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function RedirectAddresses({ form }: { form: Form }) {
  const t = useT();
  return (
    <Textarea
      label={t('applications.form.redirectUris')}
      description={t('applications.form.redirectUris.description')}
      placeholder="https://app.example.com/callback"
      dir="ltr"
      autosize
      minRows={2}
      {...form.getInputProps('redirectUris')}
    />
  );
}

function LogoutAddresses({ form }: { form: Form }) {
  const t = useT();
  return (
    <>
      <Textarea
        label={t('applications.form.postLogoutRedirectUris')}
        description={t('applications.form.postLogoutRedirectUris.description')}
        placeholder="https://app.example.com/"
        dir="ltr"
        autosize
        minRows={1}
        {...form.getInputProps('postLogoutRedirectUris')}
      />
      <TextInput
        label={t('applications.form.backchannelLogoutUri')}
        description={t('applications.form.backchannelLogoutUri.description')}
        placeholder="https://app.example.com/backchannel-logout"
        dir="ltr"
        {...form.getInputProps('backchannelLogoutUri')}
      />
    </>
  );
}

function Rules({ form }: { form: Form }) {
  const t = useT();
  const { kind } = form.values;
  return (
    <>
      {kind !== 'service' && (
        <>
          <Switch
            label={t('applications.form.firstParty')}
            description={t('applications.form.firstParty.description')}
            {...form.getInputProps('firstParty', { type: 'checkbox' })}
          />
          <Input.Wrapper label={t('applications.form.organization')}>
            <OrganizationSelect
              value={form.values.organizationId}
              options={[{ value: '', label: t('applications.form.organization.everyone') }]}
              onChange={(value) => form.setFieldValue('organizationId', value)}
            />
          </Input.Wrapper>
        </>
      )}
      {kind === 'web' && (
        <Switch
          label={t('applications.form.requirePkce')}
          description={t('applications.form.requirePkce.description')}
          {...form.getInputProps('requirePkce', { type: 'checkbox' })}
        />
      )}
      {kind !== 'service' && (
        <Switch
          label={t('applications.form.deviceGrant')}
          description={t('applications.form.deviceGrant.description')}
          {...form.getInputProps('deviceGrant', { type: 'checkbox' })}
        />
      )}
      <MultiSelect
        label={t('applications.form.scopes')}
        description={t('applications.form.scopes.description')}
        data={[...oidcScopes]}
        {...form.getInputProps('scopes')}
      />
      <Select
        label={t('applications.form.signingAlgorithm')}
        data={['RS256', 'ES256']}
        allowDeselect={false}
        {...form.getInputProps('signingAlgorithm')}
      />
    </>
  );
}
