import { type Policy, signInMethods } from '@latchkey/contract';
import {
  Button,
  Card,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Title,
} from '@mantine/core';
import { type Texts, useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { WholeNumberInput } from '../ui/whole-number-input.tsx';
import { strengthName, strengths } from './policy-words.ts';

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
  const t = useT();
  const form = useApiForm<Values>({ initialValues: valuesOf(policy) });
  const required = form.values.twoFactorRequired;
  return (
    <Card component="section" aria-labelledby="policy-form">
      <form noValidate onSubmit={form.submit(async (values) => onReview(policyOf(values)))}>
        <Stack maw={640}>
          <Title order={2} id="policy-form">
            {t('policy.form.title')}
          </Title>
          <Switch
            label={t('policy.form.twoFactor')}
            {...form.getInputProps('twoFactorRequired', { type: 'checkbox' })}
          />
          <WholeNumberInput
            label={t('policy.form.graceDays')}
            description={t('policy.form.graceDays.description')}
            min={0}
            max={30}
            disabled={!required}
            {...form.getInputProps('twoFactorGraceDays')}
          />
          <TagsInput
            label={t('policy.rules.signInMethods')}
            description={t('policy.form.methods.description')}
            data={known}
            {...form.getInputProps('signInMethods')}
          />
          <Limits form={form} />
          <TagsInput
            label={t('policy.rules.emailDomains')}
            description={t('policy.form.domains.description')}
            placeholder="example.com"
            {...form.getInputProps('emailDomains')}
          />
          <Select
            label={t('policy.rules.passwordStrength')}
            data={strengths.map((score) => ({ value: String(score), label: strengthName(score) }))}
            allowDeselect={false}
            value={String(form.values.passwordStrength)}
            onChange={(value) => form.setFieldValue('passwordStrength', Number(value ?? 0))}
          />
          <Switch
            label={t('policy.form.breaches')}
            {...form.getInputProps('passwordBreachCheck', { type: 'checkbox' })}
          />
          <Group>
            <Button type="submit" loading={checking} disabled={!form.isDirty()}>
              {t('policy.form.review')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('policy.form.review.note')}
            </Text>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

const limitsIn = (t: Texts) =>
  [
    ['sessionMinutes', t('policy.form.session'), 43_200, t('policy.noLimit')],
    ['idleMinutes', t('policy.form.idle'), 43_200, t('policy.noLimit')],
    ['recentProofMinutes', t('policy.form.proof'), 10, (10).toLocaleString(t.locale)],
  ] as const;

function Limits({ form }: { form: ReturnType<typeof useApiForm<Values>> }) {
  const t = useT();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {limitsIn(t).map(([name, label, max, placeholder]) => (
        <WholeNumberInput
          key={name}
          label={label}
          placeholder={placeholder}
          min={1}
          max={max}
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  );
}
