import type { Context } from '../caller/caller.ts';
import { system } from './scope.ts';
import { findWebhooks, type WebhookRow } from './store.ts';

export function listWebhooks({ deps }: Context): Promise<WebhookRow[]> {
  return findWebhooks(deps.sql, system);
}
