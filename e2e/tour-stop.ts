import type { Page } from 'playwright-core';

export type Who =
  | 'founder'
  | 'stranger'
  | 'operator'
  | 'admin'
  | 'owner'
  | 'member'
  | 'newcomer'
  | 'loner'
  | 'acting';

/** A page as one person sees it; `act` opens what a page shows only on demand. */
export type Stop = {
  name: string;
  path: string;
  route: string;
  as: Who;
  act?: (page: Page) => Promise<void>;
};
