import { type Refusal, refuse } from '../refusal.ts';
import type { Call } from './call.ts';

/** A feature that is turned off is 404. */
export function refuseDisabled({ route, deps }: Pick<Call, 'route' | 'deps'>): Refusal | undefined {
  return route.feature && !deps.config.features[route.feature] ? refuse('NOT_FOUND') : undefined;
}
