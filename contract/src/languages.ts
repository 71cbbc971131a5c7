import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';
import { pageParts } from './locales/parts.ts';

const Catalog = z
  .object({
    locale: z.string(),
    dir: z.enum(['ltr', 'rtl']),
    messages: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Catalog' });

export const getCatalog = endpoint({
  method: 'GET',
  path: '/api/locales/:code/:part',
  summary: 'Get the texts of the pages in a language',
  turn: 'none',
  description:
    'Texts may hold placeholders of ICU MessageFormat. With the version that a page names, the response never changes.',
  access: { kind: 'public' },
  params: z.object({ code: text(35, 1), part: z.enum(pageParts) }),
  query: z.object({ v: text(64).optional().describe('The version of the texts.') }),
  responses: {
    200: Catalog,
    304: { binary: [], description: 'The client has it: If-None-Match holds its ETag.' },
  },
  errors: ['NOT_FOUND'],
});
