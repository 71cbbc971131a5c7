import { type Policy, signInMethods } from '@latchkey/contract';
import {
  Button,
  Card,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { strengthNames } from './policy-words.ts';

/** The policy as the fields hold it: an empty number or list means no limit. */
type Values = Omit<Policy, 'signInMethods' | 'sessionMinutes' | 'idleMinutes' | 'recentProofMinutes'> & {
  signInMethods: string[];
  sessionMinutes: number | '';
  idleMinutes: number | '';
  recentProofMinutes: number | '';
};

const valuesOf = (policy: Policy): Values => ({
  ...policy,
  signInMethods: policy.signInMethods ?? [],
  sessionMinutes: policy.sessionMinutes ?? '',
  idleMinutes: policy.idleMinutes ?? '',
  recentProofMinutes: policy.recentProofMinutes ?? '',
});

const policyOf = (values: Values): Policy => ({
  ...values,
  signInMethods: values.signInMethods.length > 0 ? values.signInMethods : null,
  sessionMinutes: values.sessionMinutes === '' ? null : values.sessionMinutes,
  idleMinutes: values.idleMinutes === '' ? null : values.idleMinutes,
  recentProofMinutes: values.recentProofMinutes === '' ? null : values.recentProofMinutes,
});

const known = [...signInMethods, 'google', 'github'];

type Props = { policy: Policy; checking: boolean; onReview: (policy: Policy) => void };

export function PolicyForm({ policy, checking, onReview }: Props) {
  const form = useForm<Values>({ mode: 'controlled', initialValues: valuesOf(policy) });
  const required = form.values.twoFactorRequired;
  return (
    <Card component="section" aria-labelledby="policy-form">
      <form noValidate onSubmit={form.onSubmit((values) => onReview(policyOf(values)))}>
        <Stack maw={640}>
          <Title order={2} id="policy-form">
            Change the policy
          </Title>
          <Switch
            label="Require two-factor authentication"
            {...form.getInputProps('twoFactorRequired', { type: 'checkbox' })}
          />
          <NumberInput
            label="Days to set it up"
            description="Counted from the day you require it, or the day a person joins."
            min={0}
            max={30}
            allowDecimal={false}
            disabled={!required}
            {...form.getInputProps('twoFactorGraceDays')}
          />
          <TagsInput
            label="Ways to sign in"
            description="Leave empty to allow all. People's own API keys aren't judged by this."
            data={known}
            {...form.getInputProps('signInMethods')}
          />
          <Limits form={form} />
          <TagsInput
            label="Email domains that may join"
            description="Leave empty to allow any. Invitations then go by email only. Members stay."
            placeholder="example.com"
            {...form.getInputProps('emailDomains')}
          />
          <Select
            label="Strength of new passwords"
            data={strengthNames.map((label, score) => ({ value: String(score), label }))}
            allowDeselect={false}
            value={String(form.values.passwordStrength)}
            onChange={(value) => form.setFieldValue('passwordStrength', Number(value ?? 0))}
          />
          <Switch
            label="Refuse passwords that are known from breaches"
            {...form.getInputProps('passwordBreachCheck', { type: 'checkbox' })}
          />
          <Group>
            <Button type="submit" loading={checking} disabled={!form.isDirty()}>
              Review changes
            </Button>
            <Text size="sm" c="dimmed">
              Nothing is saved until you confirm.
            </Text>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

const limits = [
  ['sessionMinutes', 'Session length, in minutes', 43_200, 'No limit'],
  ['idleMinutes', 'Idle session, in minutes', 43_200, 'No limit'],
  ['recentProofMinutes', 'Recent proof, in minutes', 10, '10'],
] as const;

function Limits({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {limits.map(([name, label, max, placeholder]) => (
        <NumberInput
          key={name}
          label={label}
          placeholder={placeholder}
          min={1}
          max={max}
          allowDecimal={false}
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  );
}
