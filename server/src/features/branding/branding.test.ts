import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);
const path = '/api/organizations/current/branding';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
type Client = ReturnType<typeof service.client>;
const put = (client: Client, raw: Buffer, type = 'image/png') =>
  client.put(`${path}/logo`, undefined, { raw, headers: { 'content-type': type } });

async function organization() {
  const made = await newOrganization(service);
  const { client } = made.owner;
  const entries = async () =>
    (await service.audit()).filter(
      ({ action, organizationId }) => action === 'ORG_BRANDING_UPDATED' && organizationId === made.id,
    );
  return { ...made, client, entries, logo: `/api/branding/${made.id}/logo` };
}

describe('how an organization looks', () => {
  test('is unset at first, and is changed field by field', async () => {
    const { client, entries } = await organization();
    const unset = { displayName: null, accentColor: null, logoUrl: null, updatedAt: null };
    expect((await client.get(path)).body).toEqual({ branding: unset });
    const named = await client.patch(path, { displayName: ' Acme Inc. ' });
    expect([named.status, named.body.branding]).toEqual([
      200,
      { ...unset, displayName: 'Acme Inc.', updatedAt: expect.any(String) },
    ]);
    const colored = await client.patch(path, { accentColor: '#E03131' });
    expect(colored.body.branding).toMatchObject({ displayName: 'Acme Inc.', accentColor: '#e03131' });
    expect((await client.get(path)).body).toEqual(colored.body);
    const back = await client.patch(path, { displayName: null, accentColor: null });
    expect(back.body.branding).toMatchObject({ displayName: null, accentColor: null });
    expect((await entries()).map(({ metadata }) => metadata.changed)).toEqual([
      ['displayName'],
      ['accentColor'],
      ['displayName', 'accentColor'],
    ]);
  });

  test('that is sent as it is writes nothing', async () => {
    const { client, entries } = await organization();
    const first = await client.patch(path, { displayName: 'Acme' });
    service.clock.advance({ minutes: 1 });
    expect((await client.patch(path, { displayName: 'Acme' })).body).toEqual(first.body);
    expect((await client.patch(path, {})).body).toEqual(first.body);
    expect(await entries()).toHaveLength(1);
  });

  test.each([
    ['a word', 'red'],
    ['three digits', '#f00'],
    ['an alpha', '#ff000080'],
    ['a style that goes on', '#ff0000;background:url(//evil.example)'],
    ['a line behind it', '#ff0000\n'],
    ['markup', '"><script>'],
    ['full-width digits', '#ff000０'],
    ['a number', 123456],
    ['nothing', ''],
  ])('has no color that is %s', async (_name, accentColor) => {
    const { client } = await organization();
    const { status, body } = await client.patch(path, { accentColor });
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([
      400,
      'VALIDATION_FAILED',
      ['accentColor'],
    ]);
  });

  test('has a name like an organization: of 1 to 100 characters', async () => {
    const { client } = await organization();
    for (const displayName of ['', '  ', 'x'.repeat(101), 7])
      expect((await client.patch(path, { displayName })).status).toBe(400);
  });

  test('is for ADMINs and OWNERs of that organization, through other organizations too', async () => {
    const { id, client } = await organization();
    const [admin, member, other] = [
      await newMember(service, id, 'ADMIN'),
      await newMember(service, id, 'MEMBER'),
      await organization(),
    ];
    expect((await admin.client.patch(path, { displayName: 'By ADMIN' })).status).toBe(200);
    for (const refused of [
      await member.client.get(path),
      await member.client.patch(path, { displayName: 'x' }),
      await put(member.client, png),
      await member.client.delete(`${path}/logo`),
    ])
      expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    const foreign = { headers: { 'X-Organization-Id': id } };
    expect((await other.client.patch(path, { displayName: 'Stolen' }, foreign)).status).toBe(404);
    expect((await client.get(path)).body.branding.displayName).toBe('By ADMIN');
  });
});

describe('the logo', () => {
  test('is sent, shown to anyone, and removed', async () => {
    const { client, logo, entries } = await organization();
    expect((await service.client().get(logo)).status).toBe(404);
    const sent = await put(client, png);
    expect([sent.status, sent.body.branding.logoUrl]).toEqual([200, logo]);
    const shown = await service.client().get(logo);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const known = { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } };
    expect((await service.client().get(logo, known)).status).toBe(304);
    expect((await put(client, png)).status).toBe(200);
    expect(await entries()).toHaveLength(1);
    const removed = await client.delete(`${path}/logo`);
    expect([removed.status, removed.body.branding.logoUrl]).toEqual([200, null]);
    expect((await service.client().get(logo, known)).status).toBe(404);
    expect((await client.delete(`${path}/logo`)).status).toBe(404);
    expect((await entries()).map(({ metadata }) => metadata.changed)).toEqual([['logo'], ['logo']]);
  });

  test('is an image by its content, whatever its header says', async () => {
    const { client, logo } = await organization();
    expect((await put(client, png, 'text/html')).status).toBe(200);
    expect((await service.client().get(logo)).headers.get('content-type')).toBe('image/png');
  });

  test.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG behind a declaration', '<?xml version="1.0"?><svg/>'],
    ['a page that is called a picture', '<html><script>alert(1)</script>'],
    ['an address of a picture', 'https://evil.example/logo.png'],
    ['nothing', ''],
  ])('cannot be %s', async (_name, text) => {
    const { client, logo } = await organization();
    const refused = await put(client, Buffer.from(text), 'image/png');
    expect([refused.status, refused.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect((await service.client().get(logo)).status).toBe(404);
  });

  test('has up to 256 KiB', async () => {
    const { client } = await organization();
    const of = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
    expect((await put(client, of(262_144))).status).toBe(200);
    const refused = await put(client, of(262_145));
    expect([refused.status, refused.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test("is never another organization's, and ends with its own", async () => {
    const [one, other] = [await organization(), await organization()];
    await put(one.client, png);
    expect((await service.client().get(other.logo)).status).toBe(404);
    expect((await service.client().get('/api/branding/nonsense/logo')).status).toBe(404);
    expect((await one.client.delete('/api/organizations/current')).status).toBe(200);
    expect((await service.client().get(one.logo)).status).toBe(404);
  });
});
