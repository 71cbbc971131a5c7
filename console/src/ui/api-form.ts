import { LatchkeyError } from '@latchkey/sdk';
import { type ReactNode, useId, useRef, useState } from 'react';
import { fieldErrorsOf } from './field-errors.ts';

type Options<Values> = {
  initialValues: Values;
  /** What is wrong with a value, checked before it is sent. */
  validate?: { [Name in keyof Values]?: (value: Values[Name]) => string | null | undefined };
};

/** The name of a field, or of one inside it: `rateLimit.limit`. */
type Path<Values> = {
  [Name in keyof Values & string]:
    | Name
    | (Values[Name] extends object ? `${Name}.${keyof Values[Name] & string}` : never);
}[keyof Values & string];
type At<Values, Name> = Name extends keyof Values
  ? Values[Name]
  : Name extends `${infer Outer extends keyof Values & string}.${infer Inner}`
    ? Values[Outer][Inner & keyof Values[Outer]]
    : never;

type Errors<Values> = { [Name in keyof Values]?: ReactNode };
type Common = { onChange: (given: unknown) => void; error: ReactNode; 'data-path': string };

/** Inputs hand over an event; other controls, the value itself. */
function valueIn(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('nativeEvent' in given)) return given;
  const { currentTarget } = given as unknown as { currentTarget: HTMLInputElement };
  return currentTarget.type === 'checkbox' ? currentTarget.checked : currentTarget.value;
}

/**
 * A form that shows refusals at their fields. `failure` is for an ErrorNote above the button: an error that isn't about
 * any field of this form. Written here because `@mantine/form` alone is 5 kB of the login page's script.
 */
export function useApiForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
}: Options<Values>) {
  const id = useId();
  const [values, setShown] = useState(initialValues);
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // A submit may follow a change at once, before the next render.
  const latest = useRef(values);
  const saved = useRef(initialValues);

  const setValues = (changed: Partial<Values>) => {
    latest.current = { ...latest.current, ...changed };
    setShown(latest.current);
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(changed).map((name) => [name])) }));
  };
  const setFieldValue = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues({ [name]: value } as unknown as Partial<Values>);

  function getInputProps<Name extends keyof Values & string>(
    name: Name,
    options: { type: 'checkbox' },
  ): Common & { checked: boolean };
  function getInputProps<Name extends Path<Values>>(name: Name): Common & { value: At<Values, Name> };
  function getInputProps(path: string, options?: { type: 'checkbox' }) {
    const [name = '', inner] = path.split('.');
    const outer = values[name] as Record<string, unknown>;
    return {
      [options ? 'checked' : 'value']: inner ? outer[inner] : outer,
      onChange: (given: unknown) => {
        const value = valueIn(given);
        setValues({ [name]: inner ? { ...outer, [inner]: value } : value } as Partial<Values>);
      },
      error: errors[path],
      'data-path': id + path,
    };
  }

  const faults = (): Errors<Values> =>
    Object.fromEntries(
      Object.entries(validate ?? {}).flatMap(([name, faultIn]) => {
        const fault = faultIn?.(latest.current[name] as never);
        return fault ? [[name, fault]] : [];
      }),
    ) as Errors<Values>;

  /** Shows a refusal, and focuses the first field it names. */
  const refuse = (error: unknown) => {
    const named = error instanceof LatchkeyError ? fieldErrorsOf(error) : {};
    const known = Object.entries(named).filter(([name]) => name in latest.current);
    setErrors(Object.fromEntries(known) as Errors<Values>);
    const first = known[0]?.[0];
    if (first === undefined) return setFailure(error);
    const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(id + first)}"]`);
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  };

  const submit =
    (send: (values: Values) => Promise<unknown>) =>
    (event?: { preventDefault: () => void }): void => {
      event?.preventDefault();
      const found = faults();
      setErrors(found);
      if (Object.keys(found).length > 0) return;
      setFailure(null);
      setSubmitting(true);
      send(latest.current)
        .catch(refuse)
        .finally(() => setSubmitting(false));
    };

  return {
    values,
    errors,
    submitting,
    failure,
    setFailure,
    setValues,
    setFieldValue,
    getInputProps,
    submit,
    isDirty: () => JSON.stringify(values) !== JSON.stringify(saved.current),
    /** What is shown now counts as saved. */
    resetDirty: () => {
      saved.current = latest.current;
      setShown({ ...latest.current });
    },
    reset: () => {
      setValues(saved.current);
      setFailure(null);
    },
  };
}
