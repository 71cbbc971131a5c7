import { Input, PinInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';

type Props = { label: string; value: string; error: ReactNode; onChange: (code: string) => void };

/** Six digits from an authenticator app: typed, pasted or filled in. Takes focus when it appears. */
export function CodeField({ label, value, error, onChange }: Props) {
  const t = useT();
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <PinInput
        mt={6}
        length={6}
        type="number"
        oneTimeCode
        autoFocus
        aria-label={label}
        getInputProps={(at) => ({ 'aria-label': t('code.digit', { at: at + 1 }) })}
        value={value}
        onChange={onChange}
        error={Boolean(error)}
      />
    </Input.Wrapper>
  );
}
