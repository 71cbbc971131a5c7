import { mcpScopes, oidcScopes } from '@latchkey/contract';
import { expect, test, vi } from 'vitest';

test('everything an application can ask for has words of its own, without a code in them', async () => {
  // The page of a service without a look of its own.
  vi.stubGlobal('document', { querySelector: () => null });
  const { scopeInWords } = await import('./scopes.ts');
  vi.unstubAllGlobals();
  const all = [...oidcScopes, ...mcpScopes].map(scopeInWords);
  expect(all.filter((text) => !/^[A-Z][a-z]+ [\w', ]+$/.test(text) || /[:_]/.test(text))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  expect(scopeInWords('audit:read')).toBe('Read the audit log of Latchkey');
});
