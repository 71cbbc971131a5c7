import { Avatar, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { displayName } from './display-name.ts';

const initialsSize = 34;
/** Where the name begins. */
export const personInset = initialsSize + 12;

type Person = Parameters<typeof displayName>[0];
type Props = { person: Person; badges?: ReactNode; onOpen?: () => void };

/** A person in a list: initials, name and email. */
export function PersonCell({ person, badges, onOpen }: Props) {
  const name = displayName(person);
  const title = (
    <Text size="sm" fw={550} truncate dir="auto">
      {name}
    </Text>
  );
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} color="initials" size={initialsSize} aria-hidden />
      <Stack gap={0} miw={0}>
        <Group gap={6}>
          {onOpen ? (
            <UnstyledButton onClick={onOpen} maw="100%">
              {title}
            </UnstyledButton>
          ) : (
            title
          )}
          {badges}
        </Group>
        <Text size="sm" c="dimmed" truncate dir="auto">
          {person.email}
        </Text>
      </Stack>
    </Group>
  );
}
