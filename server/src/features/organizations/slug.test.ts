import { started } from '@latchkey/server/testing/lifetime';
import { newLoner } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { insertUnderFreeSlug, slugCandidate, slugOf } from './organizations.ts';

const syntax = /^[a-z0-9]+(-[a-z0-9]+)*$/;

test.each([
  ['Žižkov Ünïted', 'zizkov-united'],
  ['  Acme,  Inc. ', 'acme-inc'],
  ['Straße & Œuvre Ærø', 'strasse-oeuvre-aero'],
  ['Łódź Þór Ħal', 'lodz-thor-hal'],
  ['İstanbul ılık', 'istanbul-ilik'],
  ['ＦＵＬＬ ｗｉｄｔｈ', 'full-width'],
  ['日本', 'org'],
  ['--', 'org'],
  ['a'.repeat(100), 'a'.repeat(60)],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ['.*+?^{}()|[]\\', 'org'],
])('%j becomes %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('the first 2000 candidates for a base are valid slugs, all different and none too long', () => {
  for (const base of ['org', 'a'.repeat(60), `${'a'.repeat(57)}-bc`, `${'a-'.repeat(29)}bc`]) {
    const candidates = Array.from({ length: 2000 }, (_, index) => slugCandidate(base, index + 1));
    expect(new Set(candidates).size).toBe(2000);
    expect(candidates.every((slug) => slug.length <= 60 && syntax.test(slug))).toBe(true);
  }
});

describe('slugs of new organizations', () => {
  const service = started(startService);

  /** Creates one in a transaction, as the service does, and counts the statements. */
  async function createNamed(name: string) {
    let statements = 0;
    const organization = await service.sql.begin((tx) => {
      const counting = new Proxy(tx, {
        apply(target, self, parts) {
          statements++;
          return Reflect.apply(target as never, self, parts);
        },
      });
      return insertUnderFreeSlug(counting, name, service.clock.now());
    });
    return { slug: organization.slug, statements };
  }

  async function fill(slugs: string[]) {
    await service.sql`
      INSERT INTO organizations (id, name, slug, created_at, updated_at)
      SELECT gen_random_uuid(), 'Filled', slug, 'epoch', 'epoch' FROM unnest(${slugs}::text[]) AS slug`;
  }

  test('name clashes append -2, then -3, and so on', async () => {
    const slugs = [];
    for (let nth = 0; nth < 4; nth++) {
      const { client } = await newLoner(service);
      slugs.push((await client.post('/api/organizations', { name: 'Clash & Co' })).body.organization.slug);
    }
    expect(slugs).toEqual(['clash-co', 'clash-co-2', 'clash-co-3', 'clash-co-4']);
  });

  test('a name that ends in a number keeps its own slug, and later clashes skip it', async () => {
    const slugs = [];
    for (const name of ['Area 2', 'Area', 'Area', 'Area 2']) {
      const { client } = await newLoner(service);
      slugs.push((await client.post('/api/organizations', { name })).body.organization.slug);
    }
    expect(slugs).toEqual(['area-2', 'area', 'area-3', 'area-2-2']);
  });

  test.each(['Twenty', 'x'.repeat(100), '日本'])(
    '20 organizations created at once with the name %j get 20 consecutive slugs',
    async (name) => {
      const people = await Promise.all(Array.from({ length: 20 }, () => newLoner(service)));
      const answers = await Promise.all(
        people.map(({ client }) => client.post('/api/organizations', { name })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      const slugs = answers.map(({ body }) => body.organization.slug as string);
      const expected = Array.from({ length: 20 }, (_, index) => slugCandidate(slugOf(name), index + 1));
      expect(slugs.sort()).toEqual(expected.sort());
    },
  );

  test.each(['popular', 'p'.repeat(60)])(
    'with 3000 slugs for %j taken, finding the next one takes fewer than 40 statements',
    async (base) => {
      await fill(Array.from({ length: 3000 }, (_, index) => slugCandidate(base, index + 1)));
      const { slug, statements } = await createNamed(base);
      expect(slug).toBe(slugCandidate(base, 3001));
      expect(statements).toBeLessThan(40);
    },
  );

  test('gaps left by deleted organizations do not slow down the search', async () => {
    await fill(Array.from({ length: 3000 }, (_, index) => slugCandidate('gaps', index + 1)));
    await service.sql`DELETE FROM organizations WHERE slug ~ '^gaps-[0-9]*[02468]$'`;
    const { slug, statements } = await createNamed('gaps');
    expect(slug).toMatch(/^gaps-\d+$/);
    expect(statements).toBeLessThan(40);
  });
});
