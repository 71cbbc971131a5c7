import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorNote } from './error-note.tsx';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** The verb on the button: "Delete organization", never "OK". */
  confirmLabel: string;
  danger?: boolean;
  /** What must be typed before the button works, for what cannot be undone. */
  typed?: string;
  pending: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that is hard to take back. Enter confirms, Escape leaves. */
export function ConfirmDialog({ opened, title, children, typed, danger = false, ...props }: Props) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (opened) setText('');
  }, [opened]);
  const ready = typed === undefined || text.trim() === typed;
  return (
    <Modal opened={opened} onClose={props.onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) props.onConfirm();
        }}
      >
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          {typed !== undefined && (
            <TextInput
              label={
                <>
                  Type <b>{typed}</b> to confirm
                </>
              }
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <ErrorNote error={props.error} />
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={props.onClose}
              data-autofocus={typed === undefined || undefined}
            >
              Cancel
            </Button>
            <Button type="submit" disabled={!ready} loading={props.pending} {...(danger && { color: 'red' })}>
              {props.confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
