import { Badge } from '@mantine/core';
import { Usual } from './usual.tsx';

/** A state as its area words it. Green is what most have, and needs no badge. */
export function StateBadge({ label, color }: { label: string; color: string }) {
  return color === 'green' ? <Usual>{label}</Usual> : <Badge color={color}>{label}</Badge>;
}
