import { headers } from 'next/headers';
import { latchkey, latchkeyUrl } from '../latchkey.js';

export default async function Page() {
  const given = await headers();
  const { caller } = await latchkey.authenticate({ headers: given });
  const here = `http://${given.get('host')}/`;
  if (!caller) return <a href={`${latchkeyUrl}/login?returnTo=${encodeURIComponent(here)}`}>Sign in</a>;
  return <h1>Hello {caller.user.email}</h1>;
}
