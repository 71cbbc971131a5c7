import { connect, createServer, type Socket } from 'node:net';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { listen } from '@latchkey/server/testing/net';

/** `silent`: both ways stay open, and nothing arrives any more. `half`: one way is closed, in turns. */
type Mode = { kind: 'pass' } | { kind: 'slow'; ms: number } | { kind: 'silent' | 'half' | 'cut' };

/** The network between a backend and the nodes: each connection goes to the next node. */
export async function startWire(ports: readonly number[]) {
  let mode: Mode = { kind: 'pass' };
  let turn = 0;
  const open = new Map<Socket, Socket>();
  const carry = (to: Socket) => (data: Buffer) => {
    if (mode.kind === 'slow') setTimeout(() => to.writable && to.write(data), mode.ms);
    else if (mode.kind === 'pass' && to.writable) to.write(data);
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (mode.kind === 'cut') {
      near.destroy();
      return;
    }
    const port = ports[turn++ % ports.length] ?? 0;
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    open.set(near, far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', carry(other));
      one.on('end', () => mode.kind === 'half' || other.end());
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(near);
        other.destroy();
      });
    }
  });
  const port = await listen(server, 0);
  atEnd(() => {
    for (const pair of open) for (const socket of pair) socket.destroy();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    become(next: Mode) {
      mode = next;
      for (const [nth, pair] of [...open].entries())
        if (next.kind === 'cut') for (const socket of pair) socket.destroy();
        else if (next.kind === 'half') pair[nth % 2]?.end();
    },
  };
}
