import { auth, signIn, signOut } from '../auth.js';

async function toLatchkey() {
  'use server';
  await signIn('latchkey');
}

async function away() {
  'use server';
  await signOut();
}

export default async function Page() {
  const session = await auth();
  return (
    <form action={session ? away : toLatchkey}>
      {session && <h1>{`Hello ${session.user.email}`}</h1>}
      <button type="submit">{session ? 'Sign out' : 'Sign in'}</button>
    </form>
  );
}
