import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & { 'data-loading'?: boolean };

/**
 * The element of every button. While one waits for an answer, it ignores clicks but keeps the focus: `disabled` would throw
 * it to the page, and a refusal would leave it there.
 */
export function SteadyButton({ disabled, onClick, type = 'button', ...props }: Props) {
  if (!props['data-loading']) return <button {...props} type={type} disabled={disabled} onClick={onClick} />;
  return <button {...props} type={type} aria-disabled onClick={(event) => event.preventDefault()} />;
}
