import { useEffect, useRef } from 'react';
import { branding } from '../branding.ts';

let firstPage = true;

/** Names the page in the tab, and moves the focus to its heading after navigation. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${branding.productName}`;
  }, [title]);
  useEffect(() => {
    const page = heading.current?.closest('main');
    // Leave the focus alone if the page has put it in its first field.
    const taken = page?.contains(document.activeElement) && document.activeElement !== page;
    if (!firstPage && !taken) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, []);
  return heading;
}
