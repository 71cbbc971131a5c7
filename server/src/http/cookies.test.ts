import { newUser, password, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

test.each([
  ['https://id.example.com', true],
  ['http://id.example.com', false],
])('at %s every cookie has Secure: %s', async (address, secure) => {
  const service = await startService({ env: { BASE_URL: address } });
  const { email, client } = await newUser(service);
  const login = { email, password, rememberMe: true };
  const { cookies } = await service.client().post('/api/auth/login', login);
  const ended = await client.post('/api/auth/logout');
  expect(Object.keys(cookies).sort()).toEqual([
    'csrf_token',
    'latchkey_session',
    'refresh_token',
    'remember_me',
  ]);
  for (const each of [...Object.values(cookies), ...Object.values(ended.cookies)])
    expect({ name: each.name, secure: each.secure ?? false }).toEqual({ name: each.name, secure });
  await service.close();
});
