'use client';

import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useState,
} from 'react';
import type { Output } from '../types.ts';
import { disclosureStyles, useDisclosure } from './disclosure.ts';
import { useSession } from './session.tsx';

type Organizations = Output<'listOrganizations'>['organizations'];

type OrganizationSwitcherProps = Omit<ComponentProps<'div'>, 'children' | 'ref'> & {
  /** More menu items, below the organizations. */
  children?: ReactNode;
  /** Called once the session is that of the organization chosen. */
  onSwitched?: () => void;
};

/** Shows the organization that this tab acts in, with a menu of the others. Renders nothing for people who are signed out. */
export function OrganizationSwitcher({ children, onSwitched, ...root }: OrganizationSwitcherProps) {
  const session = useSession();
  const id = useId();
  const [isSwitching, setSwitching] = useState(false);
  const { isOpen, setOpen, place, button, menu } = useDisclosure();
  if (session.status !== 'signedIn') return null;
  const { organization, organizationLost } = session;
  const choose = async (organizationId: string) => {
    setOpen(false);
    button.current?.focus();
    if (organizationId === organization?.id) return;
    setSwitching(true);
    await session.chooseOrganization(organizationId);
    setSwitching(false);
    onSwitched?.();
  };
  const name = organization?.name ?? 'No organization';
  return (
    <div
      data-latchkey="organization-switcher"
      {...root}
      ref={place}
      style={{ ...disclosureStyles.root, ...root.style }}
    >
      <button
        type="button"
        ref={button}
        aria-label={`Organization: ${name}`}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-busy={isSwitching}
        style={styles.button}
        onClick={() => setOpen(!isOpen)}
      >
        {name}
      </button>
      <span role="status" style={styles.notice}>
        {organizationLost &&
          `The organization you chose isn't available to you anymore. You're in ${name} now.`}
      </span>
      <div id={id} ref={menu} hidden={!isOpen} style={isOpen ? disclosureStyles.menu : undefined}>
        {isOpen && <Choices currentId={organization?.id} onChoose={(chosen) => void choose(chosen)} />}
        {children}
      </div>
    </div>
  );
}

type ChoicesProps = { currentId: string | undefined; onChoose: (id: string) => void };

/** The person's organizations, the default one first. Undefined while they load. */
function useOrganizations() {
  const { client } = useSession();
  const [loaded, setLoaded] = useState<Organizations | 'failed'>();
  const load = useCallback(() => {
    setLoaded(undefined);
    client.listOrganizations().then(
      ({ organizations }) => setLoaded(organizations),
      () => setLoaded('failed'),
    );
  }, [client]);
  useEffect(load, [load]);
  return { loaded, load };
}

/** Mounted while the menu is open, so it loads each time. */
function Choices({ currentId, onChoose }: ChoicesProps) {
  const { reload, addressOf } = useSession();
  const { loaded, load } = useOrganizations();
  const ids = Array.isArray(loaded) ? loaded.map(({ id }) => id) : undefined;
  // They joined, or left the current one, since the session was loaded.
  const hasMoved = ids !== undefined && (currentId === undefined ? ids.length > 0 : !ids.includes(currentId));
  useEffect(() => {
    if (hasMoved) void reload();
  }, [hasMoved, reload]);
  if (loaded === undefined) return <span>Loading…</span>;
  if (loaded === 'failed')
    return (
      <>
        <span role="alert">Your organizations couldn't be loaded.</span>
        <button type="button" onClick={load}>
          Try again
        </button>
      </>
    );
  if (loaded.length === 0)
    return (
      <>
        <span>You don't belong to an organization.</span>
        <a href={addressOf('/organization')}>Create or join one</a>
      </>
    );
  return (
    <ul aria-label="Organizations" style={styles.list} onKeyDown={moveFocus}>
      {loaded.map(({ id, name, role }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === currentId ? 'true' : undefined}
            style={styles.choice}
            onClick={() => onChoose(id)}
          >
            {id === currentId ? <strong>{name}</strong> : name}
            <small>
              {[roleNames[role], index === 0 && loaded.length > 1 && 'default'].filter(Boolean).join(', ')}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

const roleNames = { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' } as const;

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Besides Tab, the arrow keys go through a long list. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const choices = [...event.currentTarget.querySelectorAll('button')];
  const at = choices.indexOf(document.activeElement as HTMLButtonElement);
  choices[step(at, choices.length - 1)]?.focus();
}

const styles = {
  button: { maxWidth: '100%', overflowWrap: 'anywhere', cursor: 'pointer' },
  notice: { display: 'block' },
  list: { display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' },
  choice: { display: 'grid', width: '100%', gap: 2, textAlign: 'start', cursor: 'pointer' },
} as const;
