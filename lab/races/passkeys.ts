import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import { newUser } from '@latchkey/server/testing/service';
import { type Arena, at, expectRows, expectWon, type Race, rush } from './arena.ts';

const passkeysOf = ({ service }: Arena, userId: string) =>
  service.sql`SELECT 1 FROM passkeys WHERE user_id = ${userId}`;

export const passkeys: Race[] = [
  {
    name: 'an answer to a passkey challenge',
    async round(arena) {
      const { client, id } = await newUser(arena.service);
      const device = new Authenticator(arena.service);
      await addPasskey(client, device);
      const { options, challengeToken } = (
        await arena.service.client().post('/api/auth/passkeys/login/options')
      ).body;
      const response = device.get(options);
      const answers = await rush(arena, (other) =>
        other.post('/api/auth/passkeys/login', { response, challengeToken }),
      );
      const sessions = arena.service.sql`SELECT 1 FROM sessions WHERE user_id = ${id}`;
      return [
        ...expectWon(answers, 1, 200, ['401 PASSKEY_INVALID']),
        ...(await expectRows('sessions', sessions, 2)),
      ];
    },
  },
  {
    name: 'a challenge to add a passkey',
    async round(arena) {
      const { client, id } = await newUser(arena.service);
      const { options, challengeToken } = (await client.post('/api/auth/passkeys/options')).body;
      const device = new Authenticator(arena.service);
      const answers = await rush(
        arena,
        (other) => other.post('/api/auth/passkeys', { response: device.create(options), challengeToken }),
        client,
      );
      return [
        ...expectWon(answers, 1, 201, ['400 PASSKEY_INVALID']),
        ...(await expectRows('passkeys', passkeysOf(arena, id), 1)),
      ];
    },
  },
  {
    name: 'twenty passkeys and no more',
    async round(arena) {
      const { client, id } = await newUser(arena.service);
      const device = new Authenticator(arena.service);
      const made = await Promise.all(
        Array.from({ length: arena.ways }, () => client.post('/api/auth/passkeys/options')),
      );
      const prepared = made.map(({ body: { options, challengeToken } }) => ({
        response: device.create(options),
        challengeToken,
      }));
      arena.sent += arena.ways;
      const answers = await Promise.all(
        prepared.map((body, nth) => at(arena, nth, client).post('/api/auth/passkeys', body)),
      );
      const most = Math.min(20, arena.ways);
      return [
        ...expectWon(answers, most, 201, ['400 PASSKEY_LIMIT_REACHED']),
        ...(await expectRows('passkeys', passkeysOf(arena, id), most)),
      ];
    },
  },
  {
    name: 'the last ways to sign in',
    async round(arena) {
      const { client, id } = await newUser(arena.service);
      const device = new Authenticator(arena.service);
      const ids: string[] = [];
      for (let nth = 0; nth < 5; nth++) ids.push((await addPasskey(client, device)).body.passkey.id);
      await arena.service.sql`UPDATE users SET password_hash = NULL WHERE id = ${id}`;
      const answers = await rush(
        arena,
        (other, nth) => other.delete(`/api/auth/passkeys/${ids[nth % ids.length]}`),
        client,
      );
      const gone = Math.min(4, arena.ways);
      return [
        ...expectWon(answers, gone, 200, ['404 NOT_FOUND', '400 LAST_SIGN_IN_METHOD']),
        ...(await expectRows('passkeys', passkeysOf(arena, id), 5 - gone)),
      ];
    },
  },
];
