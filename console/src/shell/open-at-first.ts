type Section = { title?: string; entries: readonly { to: string }[] };

/** As many pages fit in the menu on a screen 800 pixels high, besides those without a section title. */
const mostEntries = 12;

/**
 * The sections that the menu shows unfolded at first: the one of this page, then from the last one up, as long as they
 * fit. The last one is what a person may do beyond others.
 */
export function openAtFirst<S extends Section>(sections: readonly S[], pathname: string): S[] {
  const isHere = ({ entries }: S) => entries.some(({ to }) => to === pathname);
  const byNeed = sections.toReversed().sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
  let left = mostEntries;
  return byNeed.filter((section) => {
    const { title, entries } = section;
    const fits = title === undefined || entries.length <= left || isHere(section);
    if (fits && title !== undefined) left -= entries.length;
    return fits;
  });
}
