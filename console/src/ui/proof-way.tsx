import { Button } from '@mantine/core';
import { events } from '../client.ts';
import { useT } from '../language/texts.ts';

/** The way on for people whose organization's identity provider can't speak for them here. */
export default function ProofWay({ methods }: { methods: unknown }) {
  const t = useT();
  const asked = Array.isArray(methods) ? methods.map(String) : [];
  return (
    <Button size="xs" variant="default" onClick={() => void events.reauthenticate(asked)}>
      {t('reauthenticate.title')}
    </Button>
  );
}
