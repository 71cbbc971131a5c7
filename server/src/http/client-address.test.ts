import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

/** A client may have many addresses, and an address many spellings. Neither gets around a limit. */
const service = started(() => startService({ env: { RATE_LIMIT_FORGOT_PASSWORD: '5/1h' } }));

async function askFrom(addresses: string[]): Promise<number[]> {
  await service.client().post('/api/test/reset-rate-limits');
  const statuses: number[] = [];
  for (const [n, address] of addresses.entries()) {
    const body = { email: `nobody-${n}@example.com` };
    statuses.push((await service.client(address).post('/api/auth/forgot-password', body)).status);
  }
  return statuses;
}
const passed = (statuses: number[]) => statuses.filter((status) => status === 200).length;

describe('the rate limit per address', () => {
  test('counts an IPv6 /64 as one client: five of 30 addresses pass', async () => {
    const addresses = Array.from({ length: 30 }, (_, n) => `2001:db8:1:2:${n.toString(16)}::${n}`);
    expect(passed(await askFrom(addresses))).toBe(5);
  });

  test('counts another /64 separately', async () => {
    const statuses = await askFrom([
      ...Array.from({ length: 6 }, (_, n) => `2001:db8:1:2::${n + 1}`),
      '2001:db8:1:3::1',
    ]);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200]);
  });

  test('counts all spellings of an IPv6 address as one', async () => {
    const spellings = [
      '2001:db8::1',
      '2001:DB8::1',
      '2001:0db8:0000:0000:0000:0000:0000:0001',
      '2001:db8:0:0::0:1',
      '2001:db8::1%eth0',
      '[2001:db8::1]:443',
      '2001:db8::0.0.0.1',
    ];
    expect(passed(await askFrom(spellings))).toBe(5);
  });

  test('counts an IPv4-mapped address as its IPv4 address', async () => {
    const spellings = [
      '198.51.100.7',
      '::ffff:198.51.100.7',
      '::FFFF:198.51.100.7',
      '::ffff:c633:6407',
      '0:0:0:0:0:ffff:c633:6407',
      '[::ffff:198.51.100.7]:5000',
      '0000::ffff:C633:6407',
    ];
    expect(passed(await askFrom(spellings))).toBe(5);
  });

  test('counts neighboring IPv4 addresses separately, mapped to IPv6 or not', async () => {
    for (const prefix of ['', '::ffff:']) {
      const neighbors = Array.from({ length: 8 }, (_, n) => `${prefix}198.51.100.${n}`);
      expect(passed(await askFrom(neighbors))).toBe(8);
    }
  });
});

describe('the client address', () => {
  test.each([
    ['2001:0DB8:00AA::0001', '2001:db8:aa::1'],
    ['::ffff:c633:6408', '198.51.100.8'],
    ['fe80::2%eth0', 'fe80::2'],
  ])('%s is stored in full as %s, in sessions and in the audit log', async (told, canonical) => {
    const { email } = await newUser(service);
    const client = service.client(told);
    await client.post('/api/auth/login', { email, password });
    const { sessions } = (await client.get('/api/auth/sessions')).body;
    const current = sessions.find((session: { current: boolean }) => session.current);
    expect(current.ipAddress).toBe(canonical);
    expect((await service.audit(email)).at(-1)).toMatchObject({ ipAddress: canonical });
  });

  test('triggers a new sign-in email from another /48, but not from the same one or in another spelling', async () => {
    const { email } = await newUser(service);
    const signIn = (address: string) => service.client(address).post('/api/auth/login', { email, password });
    const news = async () =>
      (await service.mails(email)).filter(({ subject }) => /new/i.test(subject)).length;
    await signIn('2001:db8:0:1::1');
    const before = await news();
    await signIn('2001:0DB8:0000:0001::0001');
    await signIn('2001:0DB8::2');
    await signIn('2001:db8:0:ffff:1:2:3:4');
    expect(await news()).toBe(before);
    await signIn('2001:db8:1::1');
    expect(await news()).toBe(before + 1);
    await signIn('198.51.100.7');
    expect(await news()).toBe(before + 2);
    await signIn('::ffff:198.51.100.7');
    await signIn('::FFFF:C633:6407');
    expect(await news()).toBe(before + 2);
  });
});
