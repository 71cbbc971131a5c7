import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { describe, expect, test } from 'vitest';

async function startWithConsole() {
  const consoleFolder = await temporaryFolder('console');
  const html =
    '<!doctype html><html lang="en"><head><title>x</title><!--branding--></head><body></body></html>';
  writeFileSync(join(consoleFolder, 'index.html'), html);
  return startService({ consoleFolder });
}
const service = started(startWithConsole);
const accept = (value: string) => ({ headers: { 'accept-language': value } });
let addresses = 0;
/** A new address each time: a few wrong guesses lock one. */
const wrong = () => ({ email: `guess-${addresses++}@example.com`, password: 'Wrong-Horse-7' });

describe('the language of a response', () => {
  test.each([
    ['de', 'de', 'E-Mail-Adresse oder Passwort ist falsch.'],
    ['es-MX, en;q=0.5', 'es', 'El correo o la contraseña no son correctos.'],
    ['pt', 'pt-BR', 'O e-mail ou a senha está incorreto.'],
    ['en;q=0.4, fr;q=0.8', 'fr', 'L’adresse e-mail ou le mot de passe est incorrect.'],
    ['xx, ja;q=0.1', 'ja', 'メールアドレスまたはパスワードが正しくありません。'],
    ['de;q=0, *', 'en', 'Email or password is wrong.'],
    ['not a tag at all, ;;q=', 'en', 'Email or password is wrong.'],
  ])('follows Accept-Language: %s is %s', async (header, locale, message) => {
    const { headers, body } = await service.client().post('/api/auth/login', wrong(), accept(header));
    expect(headers.get('content-language')).toBe(locale);
    expect(body.error).toMatchObject({ message, code: 'INVALID_CREDENTIALS', type: 'AUTHENTICATION_ERROR' });
  });

  test('follows the cookie first, unless its language is none of the service', async () => {
    const client = service.client();
    client.cookies.set('latchkey_locale', 'ar');
    const { headers } = await client.post('/api/auth/login', wrong(), accept('de'));
    expect(headers.get('content-language')).toBe('ar');
    client.cookies.set('latchkey_locale', 'tlh');
    const other = await client.post('/api/auth/login', wrong(), accept('de'));
    expect(other.headers.get('content-language')).toBe('de');
  });

  test('holds for what is wrong with a field and for the message of a success', async () => {
    const client = service.client();
    const bad = { email: 'x', password: 'short', organizationName: 'o'.repeat(2000) };
    const { body } = await client.post('/api/auth/register', bad, accept('de'));
    expect(body.error.message).toBe(
      'Einige Felder sind ungültig. Bitte prüfen Sie sie und versuchen Sie es erneut.',
    );
    expect(body.error.details.email).toEqual(['Muss eine E-Mail-Adresse sein.']);
    expect(body.error.details.password).toContain('Mindestens 8 Zeichen.');
    const asked = await client.post('/api/auth/forgot-password', { email: wrong().email }, accept('ja'));
    expect(asked.body.message).toBe('そのアカウントが存在する場合、メールが送信されます。');
  });

  test('holds for an unknown path and a method, but never for an OAuth error', async () => {
    const client = service.client();
    const missing = await client.get('/api/nothing', accept('fr'));
    expect(missing.body.error.message).toBe('Introuvable.');
    const method = await client.put('/api/auth/login', {}, accept('de'));
    expect(method.body.error.message).toMatch(/^Dieser Pfad .* nicht\. Er unterstützt POST, OPTIONS\.$/);
    const { body, headers } = await client.send('POST', '/api/oidc/token', {
      raw: 'grant_type=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
    });
    expect(body.error_description).toMatch(/^[A-Z][\w ,'.]+$/);
    expect(headers.get('content-language')).toBeNull();
  });
});

describe("a person's own language", () => {
  test('is set in the profile, stands beside the user, and counts before Accept-Language', async () => {
    const { client } = await newUser(service);
    expect((await client.get('/api/auth/me')).body.locale).toBeNull();
    const saved = await client.post('/api/users/profile', { locale: 'pt-br' });
    expect(saved.body.locale).toBe('pt-BR');
    expect(saved.cookies.latchkey_locale).toMatchObject({ value: 'pt-BR', sameSite: 'lax', path: '/' });
    expect((await client.get('/api/auth/me')).body.locale).toBe('pt-BR');
    expect((await client.get('/api/users/profile')).body.locale).toBe('pt-BR');
    expect((await client.get('/api/users/profile/export')).body.locale).toBe('pt-BR');
    client.cookies.delete('latchkey_locale');
    const refused = await client.post('/api/users/profile', { locale: 'tlh' }, accept('de'));
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      { locale: ['Deve ser um dos idiomas deste serviço.'] },
    ]);
    expect((await client.post('/api/users/profile', { locale: '' })).status).toBe(400);
    const cleared = await client.post('/api/users/profile', { locale: null });
    expect(cleared.body.locale).toBeNull();
    expect(cleared.cookies.latchkey_locale).toMatchObject({ value: '', maxAge: 0 });
  });

  test('is what they registered in, null for the default, and a new session sets the cookie', async () => {
    const password = 'Correct-Horse-7';
    const register = (email: string, header: string) =>
      service
        .client()
        .post('/api/auth/register', { email, password, organizationName: 'Acme' }, accept(header));
    const { body } = await register('yuki@example.com', 'ja-JP');
    expect(body.message).toBe('ようこそ。メールを開いてアドレスを確認してください。');
    await register('plain@example.com', 'en-GB');
    const login = (email: string) => service.client().post('/api/auth/login', { email, password });
    expect((await login('yuki@example.com')).cookies.latchkey_locale?.value).toBe('ja');
    expect((await login('plain@example.com')).cookies.latchkey_locale).toBeUndefined();
    const [mail] = await service.mails('yuki@example.com');
    expect(mail?.subject).toBe('メールアドレスを確認してください');
  });
});

describe('a mail', () => {
  test('that a request asks for goes by that request if its recipient has chosen no language', async () => {
    const { email, client } = await newUser(service);
    const ask = () => service.client().post('/api/auth/forgot-password', { email }, accept('fr'));
    await ask();
    expect((await service.mails(email)).at(-1)?.subject).toBe('Réinitialisez votre mot de passe');
    await client.post('/api/users/profile', { locale: 'de' });
    await ask();
    expect((await service.mails(email)).at(-1)?.subject).toBe('Setzen Sie Ihr Passwort zurück');
  });

  test('that reports something comes in the default without one', async () => {
    const { email, client } = await newUser(service);
    const change = { password: 'Brand-New-7', currentPassword: 'Correct-Horse-7' };
    await client.post('/api/users/profile', change, accept('fr'));
    expect((await service.mails(email)).at(-1)?.subject).toBe('Your password was changed');
  });

  test('with an invitation goes by the inviter, unless the invitee has chosen a language', async () => {
    const { client } = await newUser(service);
    const invitee = await newUser(service);
    await invitee.client.post('/api/users/profile', { locale: 'es' });
    const invite = (email: string) =>
      client.post('/api/organizations/current/invites', { email, role: 'MEMBER' }, accept('de'));
    await invite('someone@example.com');
    await invite(invitee.email);
    expect((await service.mails('someone@example.com'))[0]?.subject).toMatch(/^.+ hat Sie zu .+ eingeladen$/);
    expect((await service.mails(invitee.email)).at(-1)?.subject).toMatch(/^.+ te invitó a .+$/);
  });
});

describe('a page', () => {
  const page = (path: string, header: string, client = service.client()) => client.get(path, accept(header));

  test('is written in the chosen language, with its direction, and varies with the choice', async () => {
    const { headers, text } = await page('/login', 'ar');
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(headers.get('content-language')).toBe('ar');
    expect(headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    const german = await page('/login', 'de');
    expect(german.text).toContain('<html lang="de" dir="ltr">');
    expect(german.headers.get('etag')).not.toBe(headers.get('etag'));
  });

  test('remembers the language that its address names', async () => {
    const client = service.client();
    const { text, cookies } = await page('/login?locale=es-MX', 'de', client);
    expect(text).toContain('<html lang="es"');
    expect(cookies.latchkey_locale?.value).toBe('es');
    expect((await page('/profile', 'de', client)).text).toContain('<html lang="es"');
    const unknown = await page('/login?locale=tlh', 'de');
    expect(unknown.text).toContain('<html lang="de"');
    expect(unknown.cookies.latchkey_locale).toBeUndefined();
  });

  test('follows the language of the person who is signed in', async () => {
    const { client } = await newUser(service);
    await client.post('/api/users/profile', { locale: 'fr' });
    client.cookies.delete('latchkey_locale');
    expect((await page('/profile', 'de', client)).text).toContain('<html lang="fr"');
  });

  test('preloads the texts it shows, by an address that never changes', async () => {
    const texts = async (path: string) =>
      [...(await page(path, 'de')).text.matchAll(/<link rel="preload" href="([^"]+)" as="fetch"/g)].map(
        ([, href]) => href ?? '',
      );
    expect(await texts('/login')).toHaveLength(1);
    const [shared = '', own = ''] = await texts('/profile');
    expect([shared, own]).toEqual([
      expect.stringMatching(/^\/api\/locales\/de\/sign-in\?v=[\w-]+$/),
      expect.stringMatching(/^\/api\/locales\/de\/console\?v=[\w-]+$/),
    ]);
    const { status, body, headers } = await service.client().get(own);
    expect([status, body.locale, body.dir, typeof body.messages]).toEqual([200, 'de', 'ltr', 'object']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});

describe('a catalog', () => {
  test('is checked again without its version, and is not sent twice', async () => {
    const client = service.client();
    const { headers } = await client.get('/api/locales/ar/sign-in');
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const etag = headers.get('etag') ?? '';
    const again = await client.get('/api/locales/ar/sign-in', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const stale = await client.get('/api/locales/ar/sign-in?v=older');
    expect(stale.headers.get('cache-control')).toBe('public, no-cache');
  });

  test.each(['tlh/sign-in', 'de/server', 'de/mails', 'DE/sign-in', '__proto__/console'])(
    'at %s is not found',
    async (path) => expect((await service.client().get(`/api/locales/${path}`)).status).toBe(404),
  );
});
