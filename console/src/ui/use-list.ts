import { useNavigate, useSearch } from '@tanstack/react-router';
import { changedSearch, filtersOf, isFiltered, type Search, type Values, valuesOf } from './list-search.ts';

/**
 * The state of a list lives in the address: back, reload and sharing work. `page` is its page, `sort` its order, `open`
 * what is open beside it; every other value is a filter.
 */
export function useList<D extends Values>(defaults: D) {
  const values = valuesOf(useSearch({ strict: false }) as Search, defaults);
  const navigate = useNavigate();
  const set = (patch: Partial<Record<keyof D, string | number>>, options: { replace?: boolean } = {}) => {
    // From the address as it is by then: a search that was typed arrives late, when a row may be open already.
    const search = (now: Search) => changedSearch(valuesOf(now, defaults) as Values, patch, defaults);
    void navigate({ to: '.', search: search as never, replace: options.replace ?? false });
  };
  const filtered = isFiltered(values as Values, defaults);
  return { values, set, filtered, clearFilters: () => set(filtersOf(defaults) as typeof defaults) };
}

/** What the list component needs of it. */
export type ListState = {
  values: { page: number; sort?: string };
  set: (patch: { page?: number; sort?: string }) => void;
  filtered: boolean;
  clearFilters: () => void;
};
