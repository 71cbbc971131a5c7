import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
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
  if (form.values.way === 'optional')
    return (
      <TextInput
        label="Invitation link"
        description="Optional. You can also follow it later to join the organization."
        autoComplete="off"
        {...form.getInputProps('inviteToken')}
      />
    );
  return (
    <Stack gap="sm">
      <Input.Wrapper label="Organization" labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label="Organization"
          data={[
            { value: 'new', label: 'Create a new one' },
            { value: 'invited', label: 'I was invited' },
          ]}
          {...form.getInputProps('way')}
        />
      </Input.Wrapper>
      {form.values.way === 'new' ? (
        <TextInput
          label="Organization name"
          autoComplete="organization"
          required
          {...form.getInputProps('organizationName')}
        />
      ) : (
        <TextInput
          label="Invitation link"
          description="From the invitation email, or from the person who invited you."
          autoComplete="off"
          required
          {...form.getInputProps('inviteToken')}
        />
      )}
    </Stack>
  );
}
