import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  min: number;
  max: number;
  /** Empty text: nothing. */
  value: number | string;
  onChange: (value: number | '') => void;
};

/** The browser's own field: Mantine's takes 9 kB for formats that no page has. */
export function WholeNumberInput({ min, max, value, onChange, ...props }: Props) {
  const within = (text: string) => Math.min(max, Math.max(min, Math.round(Number(text))));
  return (
    <TextInput
      {...props}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={1}
      value={value}
      onChange={({ currentTarget: { value: text } }) => onChange(text === '' ? '' : Number(text))}
      onBlur={() => value !== '' && onChange(within(String(value)))}
      // Scrolling the page must not count.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
