import { type AuditAction, eventTypeOf, resourcesOf } from '@latchkey/contract';
import { type PresentableUser, presentUser } from '../present-user.ts';
import type { AuditEvent } from './event.ts';

export type EventBody = { type: string; body: string };

type Told = AuditEvent & { organizationId: string | null; metadata: Record<string, unknown> };

/** The body that is signed and sent: the same bytes for every endpoint, retry and replay. */
export function bodyOf(event: Told, at: Date): EventBody {
  const { action, user, organizationId, metadata } = event;
  const type = eventTypeOf(action);
  const actor = user && { id: user.id, email: user.email };
  const data = { action, actor, organizationId, metadata, ...aboutOf(event) };
  return { type, body: JSON.stringify({ type, timestamp: at.toISOString(), data }) };
}

function aboutOf({ action, user, about }: AuditEvent): object | undefined {
  if (about || !user || !isAboutUser(action)) return about;
  return { user: presentUser(user as PresentableUser, { forAdmin: false }) };
}

function isAboutUser(action: AuditAction): boolean {
  return resourcesOf(action).includes('user');
}
