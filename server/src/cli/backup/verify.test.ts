import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { enter } from '@latchkey/server/testing/audit';
import { runCommand } from '@latchkey/server/testing/command';
import { findInstalledPostgres, startInstalledPostgres } from '@latchkey/server/testing/installed-postgres';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { makeCluster, removeServers, startServer } from '@latchkey/server/testing/postgres-servers';
import { newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';
import { packageFolder } from '../../platform/package.ts';
import { sealTrail } from '../../records/audit/seal-trail.ts';
import { copyBaseBackup } from './base-backup.ts';

const run = promisify(execFile);
const bin = findInstalledPostgres('verifying dumps and base backups') ?? '';
const wrong = 'a-secret-that-the-service-never-had';
const quiet = { info() {} };

describe.skipIf(!bin)('backup verify', () => {
  const server = started(() => startInstalledPostgres(bin));
  let folder: string;
  let secrets: Record<string, string>;
  let script: string;

  /** A pool of its own in a new database of the server that is backed up. */
  async function databaseOf(name: string) {
    const { PGHOST: host, PGUSER: username, PGPASSWORD: password } = server.env;
    const connection = { host, port: server.port, username, password, database: name };
    await program('createdb', name);
    const pools: ReturnType<typeof openPool>[] = [];
    const connect = () => {
      const sql = openPool(connection, { max: 6 });
      pools.push(sql);
      return sql;
    };
    const drop = atEnd(async () => {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })));
    });
    return { sql: connect(), connection, connect, drop };
  }

  const program = (name: string, ...args: string[]) =>
    run(join(bin, name), args, { env: { ...process.env, ...server.env } });
  const dump = (database: string, file: string, ...args: string[]) =>
    program('pg_dump', `--file=${join(folder, file)}`, ...args, database);

  async function verify(file: string, args: string[] = [], env: Record<string, string> = {}) {
    const temporary = await temporaryFolder('verify');
    const given = { ...secrets, TMPDIR: temporary, ...env };
    const outcome = await runCommand(['backup', 'verify', join(folder, file), ...args], {
      cwd: folder,
      env: given,
    });
    // Nothing is left, however it ended.
    expect(await readdir(temporary)).toEqual([]);
    return outcome;
  }

  /** A plain dump with something else in it. */
  async function altered(name: string, from: string | RegExp, to: string): Promise<string> {
    const text = script.replace(from, to);
    expect(text).not.toBe(script);
    await writeFile(join(folder, name), text);
    return name;
  }

  async function fill(service: TestService): Promise<void> {
    await newUser(service);
    await enter(service, { userAgent: 'a browser to find' });
    await sealTrail(service.deps);
  }

  beforeAll(async () => {
    folder = await temporaryFolder('backups');
    const database = await databaseOf('latchkey');
    await migrate(database.sql, quiet);
    const service = await startService({ database });
    const { session, accessToken, refreshToken } = service.config.secrets;
    secrets = { SESSION_SECRET: session, JWT_SECRET: accessToken, JWT_REFRESH_SECRET: refreshToken };
    await fill(service);
    await dump('latchkey', 'plain.sql');
    script = await readFile(join(folder, 'plain.sql'), 'utf8');
  });

  const intact = {
    code: 0,
    error: '',
    out: expect.stringMatching(
      /^Restored a .*: \d+ rows in \d+ tables\.\n(Compared \d+ files.*\n)?Users: 1\. Organizations: 1\. Newest audit entry: 20.*\n[\s\S]*The audit trail is intact\.\nThe backup can be restored\.\n$/,
    ),
  };

  test.each([
    ['plain', []],
    ['custom', ['--format=custom']],
    ['tar', ['--format=tar']],
    ['directory', ['--format=directory']],
    [
      'made with INSERTs, for another role, with the database',
      ['--inserts', '--create', '--clean', '--if-exists'],
    ],
  ])('a dump is restored, counted and its trail checked: %s', async (name, args) => {
    const file = name.slice(0, 9);
    await dump('latchkey', file, ...args);
    expect(await verify(file)).toEqual(intact);
  });

  test('a plain dump may be compressed, and --json says what was found', async () => {
    await writeFile(join(folder, 'plain.sql.gz'), gzipSync(script));
    const { code, out } = await verify('plain.sql.gz', ['--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ backup: 'script', users: 1, organizations: 1, migrated: [], filesCompared: null },
      ...{ secretsFit: true, rows: expect.any(Number), trail: { intact: true, seals: 1, faultCount: 0 } },
    });
  });

  test('an entry that was changed in the backup is found, and so is a cut-off trail by the root that was kept', async () => {
    const changed = await verify(await altered('changed.sql', /a browser to find/g, 'another browser'));
    expect(changed).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^entry \S+: changed \(seal 1\)\n/),
    });
    expect(changed.error).toContain('The audit trail has changed since it was sealed.');
    expect(changed.out).not.toContain('The backup can be restored.');
    const other = await verify('plain.sql', ['--head', 'ab'.repeat(32)]);
    expect(other).toMatchObject({ code: 1, error: expect.stringContaining('no seal has the root you kept') });
  });

  test('without the secrets of the service, it says what could not be checked and which secret is missing', async () => {
    const { code, error } = await verify('plain.sql', [], { SESSION_SECRET: wrong });
    expect(code).toBe(1);
    expect(error).toContain('SESSION_SECRET does not open what is sealed in the backup.');
    expect(error).toContain('Could not check seal 1, made with a secret that is not configured.');
  });

  test('a dump that is damaged, cut off or of something else is refused in one line', async () => {
    const cut = script.slice(0, script.indexOf('\\.\n'));
    const zipped = gzipSync(script);
    await writeFile(join(folder, 'cut.sql'), cut);
    await writeFile(join(folder, 'cut-later.sql'), script.slice(0, -200));
    await writeFile(join(folder, 'cut.sql.gz'), zipped.subarray(0, zipped.length / 2));
    await dump('latchkey', 'cut.dump', '--format=custom');
    await truncate(join(folder, 'cut.dump'), 20_000);
    await writeFile(join(folder, 'picture.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
    await writeFile(join(folder, 'empty.sql'), '');
    await dump('postgres', 'postgres.sql');
    await program('pg_dumpall', `--file=${join(folder, 'all.sql')}`);
    const bytes = await altered('bytes.sql', /a browser to find/g, 'a browser\tto find');
    const faults: [string, string][] = [
      ['absent.sql', 'There is no file or folder'],
      ['empty.sql', 'is empty'],
      ['picture.png', 'is neither a dump by pg_dump nor a base backup'],
      ['.', 'is neither a dump by pg_dump nor a base backup'],
      ['all.sql', 'was written by pg_dumpall'],
      ['postgres.sql', 'is not of a Latchkey database'],
      ['cut.sql', 'The dump is cut off'],
      ['cut-later.sql', 'The dump is cut off'],
      ['cut.sql.gz', 'The dump is damaged or cut off'],
      ['cut.dump', 'pg_restore cannot read'],
      [bytes, 'The dump cannot be restored: extra data after last expected column'],
    ];
    for (const [file, reason] of faults) {
      const outcome = await verify(file);
      expect(outcome).toMatchObject({ code: 1, out: '', error: expect.stringContaining(reason) });
      expect(outcome.error.trim().split('\n')).toHaveLength(1);
    }
  });

  test('without pg_restore, it says which dumps need it and where to get it', async () => {
    await dump('latchkey', 'needs.dump', '--format=custom');
    expect(await verify('needs.dump', ['--postgres', folder])).toMatchObject({
      code: 1,
      error: expect.stringMatching(
        /^A dump in this format is read with pg_restore.*verify a plain dump\.\n$/,
      ),
    });
  });

  test('a dump cannot run programs on this machine', async () => {
    const attack = "COPY (SELECT 1) TO PROGRAM 'touch pwned';\n\n--\n-- PostgreSQL database dump complete";
    const file = await altered('attack.sql', '--\n-- PostgreSQL database dump complete', attack);
    expect(await verify(file)).toMatchObject({
      code: 1,
      error: expect.stringContaining('permission denied'),
    });
  });

  test('a dump of an older schema is brought up to date in the copy; one of a newer or unreleased one is refused', async () => {
    const names = (await readdir(join(packageFolder, 'migrations'))).sort();
    const released = join(folder, 'migrations');
    const last = names.at(-1) ?? '';
    await cp(join(packageFolder, 'migrations'), released, {
      recursive: true,
      filter: (file) => !file.endsWith(last),
    });
    const { sql } = await databaseOf('older');
    await migrate(sql, quiet, released);
    await dump('older', 'older.sql');
    const older = await verify('older.sql');
    expect(older.out).toContain('Its schema is older. Migrations applied to the copy: 1.');
    expect(older).toMatchObject({ code: 0, error: '' });
    const rows = 'COPY public.migrations (name, checksum, applied_at) FROM stdin;\n';
    const later = await altered('newer.sql', rows, `${rows}9999_later.sql\tx\t2030-01-01 00:00:00+00\n`);
    const newer = await verify(later);
    expect(newer).toMatchObject({
      code: 1,
      error: expect.stringContaining('a newer version of Latchkey made it'),
    });
    const unreleased = await verify(await altered('unreleased.sql', /(\n0001_\w+\.sql\t)\w+/, '$1other'));
    expect(unreleased).toMatchObject({ code: 1, error: expect.stringContaining('an unreleased version') });
  });

  describe('a base backup', () => {
    const programs = ['--postgres', bin];
    const copyOf = async (from: string, to: string) => {
      await cp(join(folder, from), join(folder, to), { recursive: true });
      return join(folder, to);
    };
    beforeAll(async () => {
      await program('pg_basebackup', `--pgdata=${join(folder, 'base')}`, '--checkpoint=fast');
      const tars = ['--format=tar', '--gzip', '--checkpoint=fast', '--manifest-checksums=SHA256'];
      await program('pg_basebackup', `--pgdata=${join(folder, 'tars')}`, ...tars);
    });

    test('is recovered by the programs of its version and checked, as a folder and as tar files', async () => {
      const chosen = [...programs, '--database', 'latchkey'];
      for (const file of ['base', 'tars', join('tars', 'base.tar.gz')]) {
        const outcome = await verify(file, chosen);
        expect(outcome).toEqual(intact);
        expect(outcome.out).toMatch(/into PostgreSQL 1\d[\s\S]*Compared \d{3,} files with its manifest\./);
      }
      // Left as it is: the copy was what was started.
      await program('pg_verifybackup', join(folder, 'base'));
    });

    test('of another major version than the embedded one is refused, with what to do', async () => {
      expect(await verify('base')).toMatchObject({
        code: 1,
        error: expect.stringMatching(
          /^This base backup was made by PostgreSQL \d+, .*--postgres .*pg_dump\.\n$/,
        ),
      });
    });

    test('with several databases of Latchkey asks which one, and names those there are', async () => {
      expect((await verify('base', [...programs, '--database', 'nowhere'])).error).toMatch(
        /^The backup has no database nowhere\. It has latchkey, .*postgres\.\n$/,
      );
    });

    test.each([
      ['to a folder, for the log of changes', 'pg_wal'],
      ['to a file, for settings', 'postgresql.conf'],
    ])(
      'with a link in its tar files is refused, and nothing is written where that leads: %s',
      async (_what, name) => {
        const [outside, made] = [await temporaryFolder('outside'), join(folder, `linked-${name}`)];
        await mkdir(made);
        const kept = join(outside, 'kept');
        await writeFile(kept, 'as it was');
        await copyOf('base', 'to-link');
        const original = join(folder, 'to-link', name);
        if (name === 'pg_wal') await run('tar', ['-cf', join(made, 'pg_wal.tar'), '-C', original, '.']);
        await rm(original, { recursive: true });
        await symlink(name === 'pg_wal' ? outside : kept, original);
        await run('tar', ['-cf', join(made, 'base.tar'), '-C', join(folder, 'to-link'), '.']);
        await rm(join(folder, 'to-link'), { recursive: true });
        const outcome = await verify(`linked-${name}`, [...programs, '--database', 'latchkey']);
        expect(await readdir(outside)).toEqual(['kept']);
        expect(await readFile(kept, 'utf8')).toBe('as it was');
        expect(outcome).toMatchObject({
          code: 1,
          out: '',
          error: expect.stringContaining('a link or a device'),
        });
      },
    );

    test('gives nothing in its tar files rights that it says it had', async () => {
      const made = await temporaryFolder('rights');
      await copyOf('base', 'rights');
      await writeFile(join(folder, 'rights', 'run-me'), '');
      await chmod(join(folder, 'rights', 'run-me'), 0o6755);
      await run('tar', ['-cf', join(made, 'base.tar'), '-C', join(folder, 'rights'), '.']);
      const data = await temporaryFolder('unpacked');
      const major = (await readFile(join(folder, 'base', 'PG_VERSION'), 'utf8')).trim();
      await copyBaseBackup({ kind: 'tars', path: made }, data, major);
      expect((await stat(join(data, 'run-me'))).mode & 0o7000).toBe(0);
    });

    test('that is damaged, incomplete or in use is refused in one line', async () => {
      const changed = await copyOf('base', 'changed');
      const file = join(changed, 'global', 'pg_filenode.map');
      const bytes = await readFile(file);
      await writeFile(file, bytes.fill(7, 100, 101));
      const manifest = await copyOf('base', 'manifest');
      const told = await readFile(join(manifest, 'backup_manifest'), 'utf8');
      await writeFile(join(manifest, 'backup_manifest'), told.replace('"Size": ', '"Size": 1'));
      const used = await copyOf('base', 'used');
      await writeFile(join(used, 'postmaster.pid'), '1');
      const tars = await copyOf('tars', 'cut-tars');
      await truncate(join(tars, 'base.tar.gz'), 200_000);
      const logless = join(folder, 'logless');
      await program('pg_basebackup', `--pgdata=${logless}`, '--checkpoint=fast', '--wal-method=none');
      const faults: [string, string][] = [
        ['changed', 'The base backup is damaged: global/pg_filenode.map has changed.'],
        ['manifest', 'The base backup is damaged: its manifest has changed.'],
        ['used', 'it has a postmaster.pid'],
        ['cut-tars', 'cannot be unpacked, so it is damaged or cut off'],
        ['logless', 'make it with pg_basebackup -X stream'],
      ];
      for (const [path, reason] of faults) {
        const outcome = await verify(path, [...programs, '--database', 'latchkey']);
        expect(outcome).toMatchObject({ code: 1, out: '', error: expect.stringContaining(reason) });
        expect(outcome.error.trim().split('\n')).toHaveLength(1);
      }
    });
  });
});

describe('a copy of the data of a stopped server', () => {
  afterAll(removeServers);

  test('is read by the embedded PostgreSQL, and follows no primary there', async () => {
    const data = await makeCluster();
    const first = await startServer(data);
    await first.order('CREATE TABLE kept (id int)');
    await first.stop();
    await writeFile(join(data, 'standby.signal'), '');
    const env = { SESSION_SECRET: wrong, JWT_SECRET: `${wrong}-1`, JWT_REFRESH_SECRET: `${wrong}-2` };
    const outcome = await runCommand(['backup', 'verify', data], { cwd: await temporaryFolder('copy'), env });
    expect(outcome).toEqual({
      code: 1,
      out: '',
      error: 'The backup was restored, but holds no database of Latchkey.\n',
    });
  });
});
