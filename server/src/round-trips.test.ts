import { newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { asked } from '@latchkey/server/testing/statements';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('waits are counted, not statements', async () => {
  const { sql } = service;
  const statements = ['begin', 'SELECT 1', 'SELECT 2', 'commit'];
  const oneByOne = await asked(service, () =>
    sql.begin(async (tx) => {
      await tx`SELECT 1`;
      await tx`SELECT 2`;
    }),
  );
  expect(oneByOne).toMatchObject({ roundTrips: 4, statements });
  const together = await asked(service, () => sql.begin((tx) => Promise.all([tx`SELECT 1`, tx`SELECT 2`])));
  expect(together).toMatchObject({ roundTrips: 3, statements });
});

test('a session check is one', async () => {
  const { client } = await newUser(service);
  const { answer, roundTrips, statements } = await asked(service, () => client.get('/api/auth/me'));
  expect({ status: answer.status, roundTrips, statements: statements.length }).toEqual({
    status: 200,
    roundTrips: 1,
    statements: 1,
  });
});
