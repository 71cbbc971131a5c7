import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { Outcome } from './outcome.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';

type Props = {
  email?: string | undefined;
  /** What the email is for. Hidden once it is sent. */
  purpose?: string;
  buttonLabel: string;
  send: (input: { body: { email: string } }) => Promise<unknown>;
  /** Shown afterwards, the same whether or not the account exists. */
  sent: (email: string) => ReactNode;
};

/** Asks for an address and sends an email to it. */
export function MailForm({ email = '', purpose, buttonLabel, send, sent }: Props) {
  const t = useT();
  const [sentTo, setSentTo] = useState<string>();
  const form = useApiForm({ initialValues: { email } });
  const secondsLeft = useWait(form.failure);
  if (sentTo !== undefined) return <Outcome kind="mailed">{sent(sentTo)}</Outcome>;
  const submit = form.submit(async (body) => {
    await send({ body });
    setSentTo(body.email.trim());
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {purpose && <Text c="dimmed">{purpose}</Text>}
        <TextInput
          label={t('field.email')}
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          {buttonLabel}
        </Button>
      </Stack>
    </form>
  );
}
