import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { started } from '@latchkey/server/testing/lifetime';
import { authorizePath, newApplication } from '@latchkey/server/testing/oidc';
import { inviteTo, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

const html = '<!doctype html><html><head><title>Latchkey</title><!--branding--></head><body></body></html>';
const consoleFolder = started(async () => {
  const folder = await temporaryFolder('console');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(join(folder, 'index.html'), html);
  return { folder, close: async () => {} };
});
const service = started(() => startService({ consoleFolder: consoleFolder.folder }));

async function branded(displayName: string | null, accentColor: string | null = '#e03131') {
  const organization = await newOrganization(service, 'Real name');
  const { client } = organization.owner;
  await client.patch('/api/organizations/current/branding', { displayName, accentColor });
  return { ...organization, client };
}
let acme: Awaited<ReturnType<typeof branded>>;
beforeAll(async () => {
  acme = await branded('Acme');
});

/** What the page at this address was given. */
async function pageAt(address: string) {
  const { text, status } = await service.client().get(address);
  expect(status).toBe(200);
  const content = /<meta name="latchkey-branding" content="([^"]*)" \/>/.exec(text)?.[1] ?? '';
  const page = JSON.parse(content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
  expect(page).toMatchObject({ productName: 'Latchkey', accentColor: '#3b5bdb' });
  return page;
}
const brandAt = async (address: string) => (await pageAt(address)).organization;
const login = (path: string) => `/login?returnTo=${encodeURIComponent(path)}`;
const shown = { displayName: 'Acme', accentColor: '#e03131', logoUrl: null };

describe("a page has the organization's name and color, and the service's beside them,", () => {
  test('for an open invitation, until it expires', async () => {
    const { token } = await inviteTo(acme.owner, `${uuidv7()}@example.com`);
    expect(await brandAt(`/invite/${token}`)).toEqual(shown);
    expect(await brandAt('/invite/unknown')).toBeUndefined();
    service.clock.advance({ days: 30 });
    expect(await brandAt(`/invite/${token}`)).toBeUndefined();
  });

  test.each(['/login', '/register', '/sso'])('at %s that names its slug', async (page) => {
    expect(await brandAt(`${page}?organization=${acme.slug}`)).toEqual(shown);
    expect(await brandAt(page)).toBeUndefined();
    expect(await brandAt(`${page}?organization=nobody`)).toBeUndefined();
    expect(await brandAt(`${page}?organization=${acme.slug}&organization=x`)).toBeUndefined();
    expect(await brandAt(`${page}?organization=%00`)).toBeUndefined();
  });

  test.each(['/forgot-password', '/consent', '/profile', '/organization'])('not at %s', async (page) => {
    expect(await brandAt(`${page}?organization=${acme.slug}`)).toBeUndefined();
  });

  test("on the way to an organization's application, at every sign-in page", async () => {
    const application = await newApplication(service, { organizationId: acme.id });
    const way = authorizePath(application);
    for (const page of ['login', 'register', 'forgot-password', 'auth/two-factor'])
      expect(await brandAt(login(way).replace('login', page))).toEqual(shown);
    expect(await brandAt(login(way).replace('login', 'profile'))).toBeUndefined();
    expect(await brandAt(login(`https://evil.example${way}`))).toBeUndefined();
  });

  test('on the way to an application that asks for the organization, unless it belongs to another', async () => {
    const other = await branded('Other', null);
    const asking = `${authorizePath(await newApplication(service, {}))}&organization=${acme.id.toUpperCase()}`;
    expect(await brandAt(login(asking))).toEqual(shown);
    const bound = `${authorizePath(await newApplication(service, { organizationId: other.id }))}&organization=${acme.id}`;
    expect(await brandAt(login(bound))).toEqual({ displayName: 'Other', accentColor: null, logoUrl: null });
    const unknown = `/api/oidc/authorize?client_id=unknown&organization=${acme.id}`;
    expect(await brandAt(login(unknown))).toBeUndefined();
    expect(await brandAt(login(asking.replace(/organization=.*/, 'organization=nonsense')))).toBeUndefined();
  });
});

test('a name breaks out of no page, and is no markup', async () => {
  const evil = `A&B "</title><script>alert('$&')</script>`;
  const { slug } = await branded(evil);
  const { text } = await service.client().get(`/login?organization=${slug}`);
  expect(text).not.toContain('<script>');
  expect((await brandAt(`/login?organization=${slug}`)).displayName).toBe(evil);
});

test("a logo without a name has the organization's name, and a color alone has none", async () => {
  const colored = await branded(null);
  expect(await brandAt(`/login?organization=${colored.slug}`)).toEqual({ ...shown, displayName: null });
  const raw = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
  await colored.client.put('/api/organizations/current/branding/logo', undefined, { raw });
  expect(await brandAt(`/login?organization=${colored.slug}`)).toEqual({
    displayName: 'Real name',
    accentColor: '#e03131',
    logoUrl: `/api/branding/${colored.id}/logo`,
  });
});

test('what is unset again, or was deleted, is gone from the next page on', async () => {
  const gone = await branded('Gone');
  const at = `/login?organization=${gone.slug}`;
  expect(await brandAt(at)).toBeDefined();
  await gone.client.patch('/api/organizations/current/branding', { displayName: null, accentColor: null });
  expect(await brandAt(at)).toBeUndefined();
  const deleted = await branded('Deleted');
  const { token } = await inviteTo(deleted.owner, `${uuidv7()}@example.com`);
  await deleted.client.delete('/api/organizations/current');
  expect(await brandAt(`/login?organization=${deleted.slug}`)).toBeUndefined();
  expect(await brandAt(`/invite/${token}`)).toBeUndefined();
});

describe('an invitation by email', () => {
  async function mailed(displayName: string | null, accentColor: string | null) {
    const { owner } = await branded(displayName, accentColor);
    const email = `${uuidv7()}@example.com`;
    await inviteTo(owner, email);
    const [mail] = await service.mails(email);
    return mail;
  }

  test('has the name and color, and still names the service', async () => {
    const mail = await mailed('Acme Inc', '#e03131');
    expect(mail?.html).toContain('>Acme Inc</td>');
    expect(mail?.html).toContain('background-color:#e03131');
    expect(mail?.html).toContain('Latchkey (');
    expect(mail?.text).toMatch(/^Acme Inc\n/);
    expect(mail?.text).toContain('Latchkey (');
    expect(mail?.html).not.toMatch(/<img|url\(/);
    expect(JSON.stringify(mail?.from)).not.toContain('Acme');
  });

  test("has the service's where nothing is set", async () => {
    const mail = await mailed(null, null);
    expect(mail?.html).toContain('>Latchkey</td>');
    expect(mail?.html).toContain('background-color:#3b5bdb');
  });

  test('has no link or markup by a name', async () => {
    const mail = await mailed('evil.example/<b>"x', null);
    expect(mail?.html).not.toContain('<b>');
    expect(`${mail?.html}${mail?.text}`).not.toContain('evil.example');
  });
});
