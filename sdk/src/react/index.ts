'use client';

export { OrganizationSwitcher } from './organization-switcher.tsx';
export { SignedIn, SignedOut, SignInButton, UserButton } from './parts.tsx';
export {
  LatchkeyProvider,
  type LatchkeyProviderProps,
  type Session,
  type SignedInUser,
  usePermission,
  useSession,
} from './session.tsx';
