import type { Webhook, WebhookDelivery } from '@latchkey/contract';
import type { Input } from '@latchkey/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../api.ts';
import type { WebhookRoutes } from './endpoints.ts';

const refreshMs = 1000;
/** What a change triggers is delivered shortly after it. */
const watchMs = 10_000;

/** It was only just sent, so its response is worth waiting for. */
const isFresh = ({ status, durationMs }: WebhookDelivery) => status === 'PENDING' && durationMs === null;

const isChange = ({ update, rotate, test, replay, replayDelivery }: WebhookRoutes, name: unknown) =>
  [update, rotate, test, replay, replayDelivery].some((change) => change === name);

/** The delivery log, which keeps up with actions in the drawer. */
export function useDeliveries(
  routes: WebhookRoutes,
  { id }: Webhook,
  query: NonNullable<Input<'listWebhookDeliveries'>['query']>,
) {
  const queries = useQueryClient();
  const changedLately = () =>
    queries
      .getMutationCache()
      .findAll({ predicate: ({ options }) => isChange(routes, options.mutationKey?.[0]) })
      .some(({ state }) => Date.now() - state.submittedAt < watchMs);
  const found = useQuery({
    ...ask(routes.deliveries, { params: { id }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(isFresh) || changedLately() ? refreshMs : false,
  });
  // The deliveries decide whether the webhook is failing, and the list shows it.
  useEffect(() => {
    if (found.data) void queries.invalidateQueries({ queryKey: [routes.list] });
  }, [found.data, queries, routes.list]);
  return found;
}
