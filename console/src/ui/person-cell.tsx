import { Avatar, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { displayName } from './display-name.ts';
import { AnchorLink } from './link.tsx';

const initialsSize = 28;
/** Where the name begins. */
export const personInset = initialsSize + 12;

type Person = Parameters<typeof displayName>[0];
/** `userId`: the name leads to the page of this user. */
type Props = { person: Person; badges?: ReactNode; userId?: string };

/** A person in a list: initials, name and email. */
export function PersonCell({ person, badges, userId }: Props) {
  const name = displayName(person);
  const title = (
    <Text size="sm" fw={550} truncate dir="auto">
      {name}
    </Text>
  );
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} size={initialsSize} aria-hidden />
      <Stack gap={0} miw={0}>
        <Group gap={6}>
          {userId ? (
            <AnchorLink to="/admin/users/$id" params={{ id: userId } as never} c="inherit" maw="100%">
              {title}
            </AnchorLink>
          ) : (
            title
          )}
          {badges}
        </Group>
        {person.email !== name && (
          <Text size="xs" c="dimmed" truncate dir="auto">
            {person.email}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
