import type { Branding } from '@latchkey/contract';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What the policy of a page adds to `img-src`, if the operator's logo is elsewhere. */
export function logoSource({ logoUrl }: Branding): string {
  return logoUrl?.startsWith('https:') ? ` ${new URL(logoUrl).origin}` : '';
}
