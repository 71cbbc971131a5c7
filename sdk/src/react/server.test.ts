import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import {
  LatchkeyProvider,
  type LatchkeyProviderProps,
  OrganizationSwitcher,
  SignedIn,
  type SignedInUser,
  SignedOut,
  SignInButton,
  UserButton,
  useSession,
} from './index.ts';

const ada = {
  user: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
  organization: { id: '0197', name: 'Analytical Engines', slug: 'analytical-engines', role: 'OWNER' },
  permissions: ['users:list'],
} as unknown as SignedInUser;

const page = (props: LatchkeyProviderProps, ...children: ReactNode[]) =>
  renderToString(
    createElement(LatchkeyProvider, { baseUrl: 'https://auth.example.com', ...props }, ...children),
  );

function Greeting() {
  return SignedIn({ children: ({ user }) => `Hello ${user.email}` });
}

const parts = [
  createElement(SignedOut, { key: 1 }, createElement(SignInButton)),
  createElement(Greeting, { key: 2 }),
  createElement(UserButton, { key: 3 }),
  createElement(OrganizationSwitcher, { key: 4 }),
];

function Permissions() {
  const session = useSession();
  return session.status === 'signedIn' ? session.permissions.join() : session.status;
}

describe('on the server', () => {
  test('nothing is rendered while the session is unknown', () => {
    expect(page({}, ...parts)).toBe('');
  });

  test('a session state known to the server is rendered at once', () => {
    expect(page({ session: null }, ...parts)).toBe('<button type="button">Sign in</button>');
    const html = page({ session: ada }, ...parts);
    expect(html).toContain('Hello ada@example.com');
    expect(html).toContain('aria-label="Account of Ada Lovelace"');
    expect(html).toContain('>AL</button>');
    expect(html).toContain('aria-label="Organization: Analytical Engines"');
    expect(html).toContain('href="https://auth.example.com/profile"');
  });

  test('a session lists its permissions', () => {
    expect(page({ session: ada }, createElement(Permissions))).toBe('users:list');
    expect(page({}, createElement(Permissions))).toBe('loading');
  });
});

test('a component without the provider says what is missing', () => {
  expect(() => renderToString(createElement(UserButton))).toThrow(
    'useSession needs a <LatchkeyProvider> above it.',
  );
});
