import { signInMethods } from '@latchkey/contract';
import { t } from '../language/texts.ts';

/** The names of providers are the same in every language. */
const providerNames: Record<string, string> = { google: 'Google', github: 'GitHub' };

export function nameOfMethod(method: string): string {
  const own = signInMethods.find((each) => each === method);
  return own ? t(`policy.methods.${own}`) : (providerNames[method] ?? method);
}
