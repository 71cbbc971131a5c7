import { describe, expect, test } from 'vitest';
import { parseRedisUrl } from './redis-url.ts';

const plain = { tls: false, username: undefined, password: undefined };
const sentinels = {
  kind: 'sentinel',
  name: 'mymaster',
  db: 0,
  sentinelUsername: undefined,
  sentinelPassword: undefined,
};

describe('the address of a Redis', () => {
  test.each([
    ['redis://localhost:6379', { kind: 'server', url: 'redis://localhost:6379' }],
    ['rediss://u:p@redis/1?family=6', { kind: 'server', url: 'rediss://u:p@redis/1?family=6' }],
    [
      'redis+sentinel://one,two:5000,[2001:db8::1]/mymaster',
      {
        ...sentinels,
        ...plain,
        sentinels: [
          { host: 'one', port: 26_379 },
          { host: 'two', port: 5000 },
          { host: '2001:db8::1', port: 26_379 },
        ],
      },
    ],
    [
      'rediss+sentinel://u:p%40ss@one/my%20master/3?sentinelUsername=v&sentinelPassword=w%26',
      {
        kind: 'sentinel',
        tls: true,
        username: 'u',
        password: 'p@ss',
        sentinels: [{ host: 'one', port: 26_379 }],
        name: 'my master',
        db: 3,
        sentinelUsername: 'v',
        sentinelPassword: 'w&',
      },
    ],
    [
      'redis+cluster://:p@one:7000,two/',
      {
        ...plain,
        kind: 'cluster',
        password: 'p',
        nodes: [
          { host: 'one', port: 7000 },
          { host: 'two', port: 6379 },
        ],
      },
    ],
    ['REDISS+CLUSTER://one', { ...plain, kind: 'cluster', tls: true, nodes: [{ host: 'one', port: 6379 }] }],
  ])('%s is understood', (given, meaning) => {
    expect(parseRedisUrl(given)).toEqual(meaning);
  });

  test.each([
    ['localhost:6379', 'must be a redis://'],
    ['redis://one:6379,two:6379', 'must be a redis://'],
    ['redis+sentinels://one/mymaster', 'must be a redis://'],
    ['redis+sentinel://one', 'must end in the name that the sentinels give the master'],
    ['redis+sentinel://one/', 'must end in the name that the sentinels give the master'],
    ['redis+sentinel://one/mymaster/first', 'at most the number of a database'],
    ['redis+sentinel://one/mymaster/1/2', 'at most the number of a database'],
    ['redis+sentinel://one/mymaster?sentinelpassword=x', 'no other options than sentinelUsername'],
    ['redis+sentinel://,two/mymaster', 'must list its hosts'],
    ['redis+sentinel://one:two:3/mymaster', 'must list its hosts'],
    ['redis+sentinel://one:0/mymaster', 'must have ports from 1 to 65535'],
    ['redis+cluster://one:65536', 'must have ports from 1 to 65535'],
    ['redis+cluster://', 'must list its hosts'],
    ['redis+cluster://one/1', 'must not name a database'],
    ['redis+cluster://one?tls=true', 'must have no options'],
  ])('%s is refused: %s', (given, why) => {
    expect(() => parseRedisUrl(given)).toThrow(why);
  });

  test('that is refused is never repeated: it has a password', () => {
    for (const at of ['redis://:hush@', 'redis+sentinel://:hush@one', 'redis+cluster://:hush@one/1'])
      expect(() => parseRedisUrl(at)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('hush') }),
      );
  });
});
