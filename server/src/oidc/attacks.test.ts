import { postForm } from '@latchkey/server/testing/oidc';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test.each(['\0', 'a\0b', '%00'])('a client id that no database can hold is an unknown client', async (id) => {
  const authorization = `Basic ${Buffer.from(`${id}:secret`).toString('base64')}`;
  const form = { grant_type: 'client_credentials' };
  const answer = await postForm(service, '/api/oidc/token', form, { authorization });
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
});
