import { Card, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  actions?: ReactNode;
  /** What has lines of its own, and so reaches from side to side. */
  list?: ReactNode;
  children?: ReactNode;
};

/** A part of a page about one thing. */
export function Section({ title, actions, list, children }: Props) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} pb={list ? 'xs' : 'md'}>
      <Stack>
        <Group justify="space-between" mih={30}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {actions}
        </Group>
        {children}
        {list && <Card.Section px={4}>{list}</Card.Section>}
      </Stack>
    </Card>
  );
}
