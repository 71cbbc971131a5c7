import { Badge } from '@mantine/core';

/** A role by its name, which may be in any script and as long as a line. */
export function TeamRoleBadge({ name, color = 'gray' }: { name: string; color?: string }) {
  return (
    <Badge color={color} maw="100%" miw={0} title={name}>
      <bdi>{name}</bdi>
    </Badge>
  );
}
