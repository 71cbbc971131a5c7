import { newStaff, newUser, type TestService } from './service.ts';

/** An ADMIN who impersonates an ordinary user. `admin.client` is the browser they share. */
export async function startImpersonating(service: TestService) {
  const admin = await newStaff(service, 'ADMIN');
  const target = await newUser(service);
  const started = await admin.client.post('/api/admin/impersonate', { userId: target.id });
  if (started.status !== 200) throw new Error(`impersonation did not start: ${started.text}`);
  return { admin, target };
}

/** The user the session acts as. */
export async function whoIs(client: { get(path: string): Promise<{ body: { user: { id: string } } }> }) {
  return (await client.get('/api/auth/me')).body.user.id;
}

/** The impersonation events of an ADMIN, oldest first. */
export async function eventsOf(service: TestService, email: string) {
  const entries = await service.audit(email);
  return entries.filter(({ action }) => action.startsWith('ADMIN_IMPERSONATION_'));
}
