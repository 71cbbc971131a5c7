import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { useApiForm } from '../ui/api-form.ts';

export type Choice = { way: 'new' | 'invited'; organizationName: string; inviteToken: string };

export const noChoice: Choice = { way: 'new', organizationName: '', inviteToken: '' };

/** The token of an invitation, from its full link or just the end of it. */
function tokenIn(text: string): string {
  return text.trim().replace(/^.*\/invite\//, '');
}

/** What the service needs: exactly one of the two. */
export function chosen({ way, organizationName, inviteToken }: Choice) {
  return way === 'new' ? { organizationName } : { inviteToken: tokenIn(inviteToken) };
}

type Form = Pick<ReturnType<typeof useApiForm<Choice>>, 'getInputProps' | 'values'>;

/** Everyone belongs to an organization: a new one, or the one that invited them. */
export function OrganizationChoice({ form }: { form: Form }) {
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
