import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

type Props = { value: string; onChange: (value: string) => void; label: string };

/** Searches while someone types, shortly after the last key. */
export function SearchInput({ value, onChange, label }: Props) {
  const [text, setText] = useState(value);
  const send = useDebouncedCallback(onChange, 300);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      flex={1}
      miw={200}
    />
  );
}
