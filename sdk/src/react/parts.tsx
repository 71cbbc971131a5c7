'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { disclosureStyles, useDisclosure } from './disclosure.ts';
import { fullName } from './full-name.ts';
import { type SignedInUser, useSession } from './session.tsx';

/** Shows its children to people who are signed in. A function receives the user. */
export function SignedIn({ children }: { children?: ReactNode | ((user: SignedInUser) => ReactNode) }) {
  const session = useSession();
  if (session.status !== 'signedIn') return null;
  return <>{typeof children === 'function' ? children(session) : children}</>;
}

/** Shows its children to people who are signed out. */
export function SignedOut({ children }: { children?: ReactNode }): ReactNode {
  return useSession().status === 'signedOut' ? children : null;
}

type SignInButtonProps = ComponentProps<'button'> & {
  /** Where to return to. This page by default. */
  returnTo?: string;
  /** True: goes to the page for creating an account. */
  register?: boolean;
};

export function SignInButton({ returnTo, register = false, children, ...button }: SignInButtonProps) {
  const { signIn } = useSession();
  return (
    <button
      type="button"
      {...button}
      onClick={(event) => {
        button.onClick?.(event);
        if (!event.defaultPrevented) signIn({ register, ...(returnTo !== undefined && { returnTo }) });
      }}
    >
      {children ?? (register ? 'Create an account' : 'Sign in')}
    </button>
  );
}

type UserButtonProps = Omit<ComponentProps<'div'>, 'children' | 'ref'> & {
  /** More menu items, between the account and sign-out. */
  children?: ReactNode;
  /** Called after signing out. */
  onSignedOut?: () => void;
};

/** Shows who is signed in, with a menu for their account and sign-out. Renders nothing for anyone else. */
export function UserButton({ children, onSignedOut, ...root }: UserButtonProps) {
  const session = useSession();
  const id = useId();
  const { isOpen, setOpen, place, button, menu } = useDisclosure();
  if (session.status !== 'signedIn') return null;
  const { user } = session;
  const name = fullName(user) || user.email;
  const signOut = () => session.signOut().then(onSignedOut, () => session.reload());
  return (
    <div
      data-latchkey="user-button"
      {...root}
      ref={place}
      style={{ ...disclosureStyles.root, ...root.style }}
    >
      <button
        type="button"
        ref={button}
        aria-label={`Account of ${name}`}
        aria-expanded={isOpen}
        aria-controls={id}
        style={roundButton}
        onClick={() => setOpen(!isOpen)}
      >
        {initialsOf(name)}
      </button>
      <div id={id} ref={menu} hidden={!isOpen} style={isOpen ? disclosureStyles.menu : undefined}>
        <strong>{name}</strong>
        {name !== user.email && <span>{user.email}</span>}
        <a href={session.addressOf('/profile')}>Manage account</a>
        {children}
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </div>
  );
}

function initialsOf(name: string): string {
  const [first = '', second = ''] = name.split(/[\s@]+/);
  return `${[...first][0] ?? ''}${name.includes('@') ? '' : ([...second][0] ?? '')}`.toUpperCase();
}

const roundButton = { width: 36, height: 36, borderRadius: '50%', cursor: 'pointer' } as const;
