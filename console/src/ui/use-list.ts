import { useNavigate, useSearch } from '@tanstack/react-router';
import { changedSearch, filtersOf, isFiltered, type Search, type Values, valuesOf } from './list-search.ts';

/**
 * A list's state lives in the address, so back, reload and sharing work. `page` is its page, `sort` its order, `open`
 * what is open beside it; every other value is a filter.
 */
export function useList<D extends Values>(defaults: D) {
  const values = valuesOf(useSearch({ strict: false }) as Search, defaults);
  const navigate = useNavigate();
  const set = (patch: Partial<Record<keyof D, string | number>>, options: { replace?: boolean } = {}) => {
    // Use the address at that time: a typed search arrives late, when a row may already be open.
    const search = (now: Search) => changedSearch(valuesOf(now, defaults) as Values, patch, defaults);
    void navigate({ to: '.', search: search as never, replace: options.replace ?? false });
  };
  const filtered = isFiltered(values as Values, defaults);
  return { values, set, filtered, clearFilters: () => set(filtersOf(defaults) as typeof defaults) };
}

/** What the list component needs from it. */
export type ListState = {
  values: { page: number; sort?: string };
  set: (patch: { page?: number; sort?: string }) => void;
  filtered: boolean;
  clearFilters: () => void;
};
