'use client';

import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
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
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  const signOut = () => session.signOut().then(onSignedOut, () => session.reload());
  return (
    <div data-latchkey="user-button" {...root} ref={place} style={{ ...styles.root, ...root.style }}>
      <button
        type="button"
        ref={button}
        aria-label={`Account of ${name}`}
        aria-expanded={isOpen}
        aria-controls={id}
        style={styles.button}
        onClick={() => setOpen(!isOpen)}
      >
        {initialsOf(name)}
      </button>
      <div id={id} ref={menu} hidden={!isOpen} style={isOpen ? styles.menu : undefined}>
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

/** Open until someone presses Escape, clicks outside or moves the focus away. */
function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const stay = () => keepInside(menu.current, button.current);
    stay();
    addEventListener('resize', stay);
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        button.current?.focus();
      } else if (place.current?.contains(event.target as Node)) return;
      setOpen(false);
    };
    const events = ['keydown', 'pointerdown', 'focusin'];
    for (const name of events) document.addEventListener(name, leave);
    return () => {
      removeEventListener('resize', stay);
      for (const name of events) document.removeEventListener(name, leave);
    };
  }, [isOpen]);
  return { isOpen, setOpen, place, button, menu };
}

const gap = 6;
const margin = 8;

/** Keeps the menu in view: shifts it sideways as needed, and puts it above the button if there is no room below. */
function keepInside(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return;
  menu.style.transform = '';
  const { left, right, bottom, height } = menu.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { top } = button.getBoundingClientRect();
  const x = Math.max(margin - left, Math.min(0, clientWidth - margin - right));
  const above = top - gap - height >= margin ? top - gap - bottom : clientHeight - margin - bottom;
  const y = bottom > clientHeight - margin ? above : 0;
  menu.style.transform = `translate(${x}px, ${y}px)`;
}

function initialsOf(name: string): string {
  const [first = '', second = ''] = name.split(/[\s@]+/);
  return `${[...first][0] ?? ''}${name.includes('@') ? '' : ([...second][0] ?? '')}`.toUpperCase();
}

const styles = {
  root: { position: 'relative', display: 'inline-block' },
  button: { width: 36, height: 36, borderRadius: '50%', cursor: 'pointer' },
  menu: {
    position: 'absolute',
    right: 0,
    zIndex: 1000,
    display: 'grid',
    gap: 8,
    boxSizing: 'border-box',
    width: 'max-content',
    minWidth: 220,
    maxWidth: `calc(100vw - ${2 * margin}px)`,
    maxHeight: `calc(100vh - ${2 * margin}px)`,
    overflow: 'auto',
    overflowWrap: 'anywhere',
    marginTop: gap,
    padding: 16,
    border: '1px solid',
    borderRadius: 8,
    background: 'Canvas',
    color: 'CanvasText',
  },
} as const;
