import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useT } from '../language/texts.ts';
import type { useApiForm } from '../ui/api-form.ts';

export type Choice = { way: 'new' | 'invited' | 'optional'; organizationName: string; inviteToken: string };

export const noChoice: Choice = { way: 'new', organizationName: '', inviteToken: '' };

/** Where people can't create organizations, they join one by invitation, now or later. */
export const noCreation: Choice = { ...noChoice, way: 'optional' };

/** The token of an invitation, from its full link or just the end of it. */
function tokenIn(text: string): string {
  return text.trim().replace(/^.*\/invite\//, '');
}

/** What the service needs: exactly one of the two, unless both are optional. */
export function chosen({ way, organizationName, inviteToken }: Choice) {
  if (way === 'new') return { organizationName };
  return way === 'optional' && !inviteToken.trim() ? {} : { inviteToken: tokenIn(inviteToken) };
}

type Form = Pick<ReturnType<typeof useApiForm<Choice>>, 'getInputProps' | 'values'>;

/** A new organization, or the one that invited them. */
export function OrganizationChoice({ form }: { form: Form }) {
  const t = useT();
  if (form.values.way === 'optional')
    return (
      <TextInput
        label={t('organizationChoice.link')}
        description={t('organizationChoice.later')}
        autoComplete="off"
        {...form.getInputProps('inviteToken')}
      />
    );
  return (
    <Stack gap="sm">
      <Input.Wrapper label={t('field.organization')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('field.organization')}
          data={[
            { value: 'new', label: t('organizationChoice.create') },
            { value: 'invited', label: t('organizationChoice.invited') },
          ]}
          {...form.getInputProps('way')}
        />
      </Input.Wrapper>
      {form.values.way === 'new' ? (
        <TextInput
          label={t('organizationChoice.name')}
          autoComplete="organization"
          required
          minLength={2}
          {...form.getInputProps('organizationName')}
        />
      ) : (
        <TextInput
          label={t('organizationChoice.link')}
          description={t('organizationChoice.from')}
          autoComplete="off"
          required
          {...form.getInputProps('inviteToken')}
        />
      )}
    </Stack>
  );
}
