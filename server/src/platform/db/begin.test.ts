import { testDatabase } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sql, Tx } from './sql.ts';

const database = started(testDatabase);
let sql: Sql;
beforeAll(async () => {
  sql = database.sql;
  await sql`CREATE TABLE notes (text text PRIMARY KEY)`;
});
beforeEach(() => sql`TRUNCATE notes`.execute());

const note = (tx: Tx, text: string) => tx`INSERT INTO notes VALUES (${text})`;
const notes = async () => (await sql`SELECT text FROM notes ORDER BY 1`).map(({ text }) => text);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code ?? error.message,
  );

/** Checks that every connection in the pool still works. */
async function expectWhole() {
  const many = Array.from({ length: 20 }, (_, n) =>
    sql.begin(async (tx) => (await tx`SELECT ${n}::int AS n`)[0]?.n),
  );
  expect(await Promise.all(many)).toEqual(many.map((_, n) => n));
}

describe('statements that a transaction sends without awaiting them', () => {
  test('have taken effect once the transaction is done', async () => {
    const result = await sql.begin((tx) => {
      tx.send(note(tx, 'one'), note(tx, 'two'));
      return 'three';
    });
    expect([result, await notes()]).toEqual(['three', ['one', 'two']]);
  });

  test('run in order with those it awaits', async () => {
    const seen = await sql.begin(async (tx) => {
      tx.send(note(tx, 'one'));
      const [row] = await tx`SELECT count(*)::int AS count FROM notes`;
      tx.send(note(tx, 'two'));
      return row?.count;
    });
    expect([seen, await notes()]).toEqual([1, ['one', 'two']]);
  });

  test('roll back the whole transaction if one fails, although COMMIT itself raises no error', async () => {
    const work = sql.begin((tx) => tx.send(note(tx, 'twice'), note(tx, 'twice'), note(tx, 'after')));
    expect([await codeOf(work), await notes()]).toEqual(['23505', []]);
    await expectWhole();
  });

  test('provide the error when one fails, not the statement refused because of it', async () => {
    const work = sql.begin(async (tx) => {
      tx.send(note(tx, 'twice'), note(tx, 'twice'));
      await tx`SELECT 1`;
    });
    expect(await codeOf(work)).toBe('23505');
  });

  test('must belong to the transaction, since a statement of the pool would not be rolled back', async () => {
    const work = sql.begin(async (tx) => tx.send(note(tx, 'one'), note(sql as unknown as Tx, 'outside')));
    expect(await codeOf(work)).toMatch(/belongs to another transaction/);
    expect(await notes()).toEqual([]);
  });

  test("fail if one can't be serialized, and leave the connections usable", async () => {
    for (let nth = 0; nth < 3; nth++) {
      const work = sql.begin(async (tx) => {
        tx.send(
          note(tx, 'one'),
          tx`INSERT INTO notes VALUES (${undefined as unknown as string})`,
          note(tx, 'two'),
        );
        return 'a result';
      });
      expect(await codeOf(work)).toBe('UNDEFINED_VALUE');
    }
    expect(await notes()).toEqual([]);
    await expectWhole();
  });
});

test('a statement issued after COMMIT was sent is refused', async () => {
  let late: unknown;
  await sql.begin((tx) => {
    const straggle = async () => {
      await note(tx, 'in time');
      await note(tx, 'too late');
    };
    late = codeOf(straggle());
  });
  expect(await late).toMatch(/after the end/);
  expect(await notes()).toEqual(['in time']);
});

test('losing the connection while COMMIT is in flight leaves its outcome unknown', async () => {
  const work = sql.begin((tx) => {
    tx.send(note(tx, 'one'), tx`SELECT pg_terminate_backend(pg_backend_pid())`);
  });
  expect(await codeOf(work)).toBe('OUTCOME_UNKNOWN');
  expect(await notes()).toEqual([]);
  await expectWhole();
});

test('transactions wait their turn when there are more of them than connections', async () => {
  const many = Array.from({ length: 50 }, (_, n) =>
    sql.begin(async (tx) => {
      tx.send(note(tx, `note ${n}`));
      await tx`SELECT pg_sleep(0.002)`;
    }),
  );
  await Promise.all(many);
  expect(await notes()).toHaveLength(50);
});
