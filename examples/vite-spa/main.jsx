import {
  LatchkeyProvider,
  SignedIn,
  SignedOut,
  SignInButton,
  UserButton,
  useSession,
} from '@latchkey/sdk/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A change through the session cookie: the SDK sends the CSRF token along. */
function Rename() {
  const { user, client, reload } = useSession();
  const [firstName, setFirstName] = useState(user.firstName ?? '');
  const save = async (event) => {
    event.preventDefault();
    await client.updateProfile({ body: { firstName } });
    await reload();
  };
  return (
    <form onSubmit={save}>
      <label>
        First name <input value={firstName} onChange={(event) => setFirstName(event.target.value)} />
      </label>
      <button type="submit">Save</button>
    </form>
  );
}

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider baseUrl={import.meta.env.VITE_LATCHKEY_URL ?? 'http://localhost:3000'}>
    <UserButton />
    <SignedOut>
      <SignInButton />
      <SignInButton register />
    </SignedOut>
    <SignedIn>
      {({ user }) => (
        <>
          <h1>Hello {user.firstName ?? user.email}</h1>
          <Rename />
        </>
      )}
    </SignedIn>
  </LatchkeyProvider>,
);
