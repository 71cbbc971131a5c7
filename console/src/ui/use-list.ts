import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

type Value = string | number;
type Defaults = { page: number } & Record<string, Value>;

/**
 * The state of a list lives in the URL: back, reload and sharing work. Give the defaults; what equals its default is
 * left out of the address. Setting anything but the page returns to page 1.
 */
export function useList<D extends Defaults>(defaults: D) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();

  const values = useMemo(() => {
    const read = Object.entries(defaults).map(([name, fallback]) => [name, parse(search[name], fallback)]);
    return Object.fromEntries(read) as { [K in keyof D]: D[K] extends number ? number : string };
  }, [search, defaults]);

  const set = useCallback(
    (patch: Partial<Record<keyof D, Value>>, options: { replace?: boolean } = {}) => {
      const next: Record<string, Value> = { ...values, page: 1, ...patch };
      const kept = Object.entries(next).filter(([name, value]) => value !== defaults[name]);
      const search = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
      void navigate({ to: '.', search: search as never, replace: options.replace ?? false });
    },
    [navigate, values, defaults],
  );

  const filtered = Object.entries(values).some(
    ([name, value]) => name !== 'page' && value !== defaults[name],
  );
  return { values, set, filtered, reset: () => set(defaults) };
}

function parse(text: string | undefined, fallback: Value): Value {
  if (text === undefined) return fallback;
  if (typeof fallback === 'string') return text;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback;
}
