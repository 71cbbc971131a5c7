import {
  type DestinationKind,
  type DestinationSettingsInput,
  fieldsOf,
  foreignSettings,
  placeFields,
} from '@latchkey/contract';
import type { OutboundRules } from '../../platform/outbound/rules.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Settings } from './destination-store.ts';
import { amazonAddress } from './kinds/s3.ts';
import type { Sealed } from './sealed.ts';

export type AllSettings = { settings: Settings; sealed: Sealed };

const invalid = (problems: Record<string, string>) =>
  refuse('VALIDATION_FAILED', {
    details: Object.fromEntries(
      Object.entries(problems).map(([field, message]) => [`settings.${field}`, [message]]),
    ),
  });

/**
 * Settings with some of them changed. A secret was given for the place it goes to, so it is due again when that changes.
 * `before.sealed`: undefined if it can't be read any more, and everything is due.
 */
export function mergeSettings(
  kind: DestinationKind,
  before: { settings: Settings; sealed: Sealed | undefined },
  input: DestinationSettingsInput,
): AllSettings | Refusal<'VALIDATION_FAILED'> {
  const foreign = foreignSettings(kind, input);
  if (foreign.length > 0)
    return invalid(Object.fromEntries(foreign.map((field) => [field, 'Not a setting of this kind.'])));
  const hidden: readonly string[] = fieldsOf[kind].sealed;
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  const merge = <T extends object>(own: T, isHere: (field: string) => boolean) =>
    Object.fromEntries(
      Object.entries({ ...own, ...Object.fromEntries(sent.filter(([field]) => isHere(field))) }).filter(
        ([, value]) => value !== null,
      ),
    );
  const settings = merge(before.settings, (field) => !hidden.includes(field)) as Settings;
  const isMoved = placeFields.some((field) => settings[field] !== before.settings[field]);
  const isKept = (field: string) => !before.sealed || field in before.sealed;
  const due = hidden.filter((field) => !(field in input) && isMoved && isKept(field));
  if (due.length > 0)
    return invalid(Object.fromEntries(due.map((field) => [field, 'Send it again for the new address.'])));
  return { settings, sealed: merge(before.sealed ?? {}, (field) => hidden.includes(field)) };
}

/** Whether events may not be sent there, for what its address says. */
export function isForbiddenSettings(rules: OutboundRules, { url, endpoint, ...s3 }: Settings): boolean {
  const address = url ?? endpoint ?? amazonAddress(s3);
  return rules.forbids(address);
}
