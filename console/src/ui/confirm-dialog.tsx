import type { EndpointName, Input, Output } from '@latchkey/sdk';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from './error-note.tsx';

type Props<Name extends EndpointName> = QuestionProps<Name> & { opened: boolean; title: string };

type QuestionProps<Name extends EndpointName> = {
  /** What happens, and its consequences. */
  children: ReactNode;
  /** The verb on the button: "Delete organization", never "OK". */
  confirmLabel: string;
  /** What to type before the button works, for actions that can't be undone. */
  typed?: string;
  /** It would be refused: the children say why. */
  isBlocked?: boolean;
  act: Name;
  input: Input<Name>;
  invalidates: readonly EndpointName[];
  success: string | ((output: Output<Name>) => string);
  /** Awaited before the success is told. */
  onDone?: (output: Output<Name>) => unknown;
  /** The dialog shows why, too. */
  onRefused?: (error: unknown) => void;
  onClose: () => void;
};

/** Asks before an action that is hard to undo, then does it. Enter confirms, Escape cancels. */
export function ConfirmDialog<Name extends EndpointName>({ opened, title, ...question }: Props<Name>) {
  return (
    <Modal opened={opened} onClose={question.onClose} title={title}>
      <Question {...question} />
    </Modal>
  );
}

/** Mounted only while the dialog is open, so what was typed and what failed is forgotten on closing. */
function Question<Name extends EndpointName>({
  children,
  typed,
  isBlocked = false,
  onClose,
  ...props
}: QuestionProps<Name>) {
  const t = useT();
  const [text, setText] = useState('');
  const ready = !isBlocked && (typed === undefined || text.trim() === typed);
  const deed = useAct(props.act, {
    invalidates: props.invalidates,
    success: props.success,
    quiet: true,
    onSuccess: async (output) => {
      onClose();
      await props.onDone?.(output);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) deed.mutate(props.input, { onError: (error) => props.onRefused?.(error) });
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typed !== undefined && (
          <TextInput
            label={t.rich('dialog.typeToConfirm', { text: <b>{typed}</b> })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <ErrorNote error={deed.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus={typed === undefined || undefined}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" color="red.9" disabled={!ready} loading={deed.isPending}>
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
