import { type Pagination, paginate, type WebhookDelivery } from '@latchkey/contract';
import type { z } from 'zod';
import type { Context } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type DeliveryRow, listDeliveryRows, totalDeliveries } from './delivery-store.ts';
import type { Scope } from './scope.ts';
import { findWebhook } from './store.ts';

export type DeliveryQuery = {
  id: string;
  page: number;
  limit: number;
  status?: WebhookDelivery['status'] | undefined;
};
export type ListedDeliveries = { deliveries: DeliveryRow[]; pagination: z.infer<typeof Pagination> };

export async function findDeliveries(
  { deps }: Context,
  scope: Scope,
  { id: webhookId, page, limit, status }: DeliveryQuery,
): Promise<ListedDeliveries | Refusal<'NOT_FOUND'>> {
  return snapshot<ListedDeliveries | Refusal<'NOT_FOUND'>>(deps.sql, async (tx) => {
    if (!(await findWebhook(tx, scope, webhookId))) return refuse('NOT_FOUND');
    const filter = { webhookId, status };
    const { total, totalIsEstimate } = await totalDeliveries(tx, filter);
    const deliveries = await listDeliveryRows(tx, filter, { limit, offset: (page - 1) * limit });
    return {
      deliveries,
      pagination: { ...paginate(page, limit, total), ...(totalIsEstimate && { totalIsEstimate }) },
    };
  });
}
