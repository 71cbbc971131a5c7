import DNS from 'dns2';
import { atEnd } from './lifetime.ts';

export type Zone = Awaited<ReturnType<typeof startZone>>;

/** A name server on loopback, with records that a test publishes and withdraws. */
export async function startZone() {
  const texts = new Map<string, string[]>();
  const addresses = new Map<string, string>();
  const state = { fails: false };
  const { Packet } = DNS;
  const server = DNS.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name.toLowerCase() ?? '';
      if (state.fails) response.header.rcode = 2;
      else if (question?.type === Packet.TYPE.TXT) {
        const found = texts.get(name);
        if (!found) response.header.rcode = 3;
        for (const data of found ?? [])
          response.answers.push({
            name,
            type: Packet.TYPE.TXT,
            class: Packet.CLASS.IN,
            ttl: 60,
            data,
          } as never);
      } else if (question?.type === Packet.TYPE.A) {
        const address = addresses.get(name);
        if (!address) response.header.rcode = 3;
        else
          response.answers.push({
            name,
            type: Packet.TYPE.A,
            class: Packet.CLASS.IN,
            ttl: 60,
            address,
          } as never);
      }
      void send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  return {
    /** For DNS_SERVERS. */
    server: `127.0.0.1:${(udp as { port: number }).port}`,
    publish: ({ name, value }: { name: string; value: string }) =>
      texts.set(name, [...(texts.get(name) ?? []), value]),
    withdraw: ({ name, value }: { name: string; value: string }) =>
      texts.set(
        name,
        (texts.get(name) ?? []).filter((each) => each !== value),
      ),
    point: (name: string, address: string) => addresses.set(name, address),
    /** From now on, whether every question is answered by a fault. */
    fail: (fails: boolean) => {
      state.fails = fails;
    },
    close: atEnd(() => server.close()),
  };
}
