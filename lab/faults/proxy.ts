import { connect, createServer, type Socket } from 'node:net';
import { closed, listen } from '@latchkey/server/testing/net';

type Mode = 'pass' | 'hang' | 'refuse' | 'lie';

/** Sits in front of a server on loopback and forwards, stays silent, hangs up, or sends nonsense. */
export async function startProxy(port: number) {
  const state: { mode: Mode } = { mode: 'pass' };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near.on('error', () => near.destroy()).on('close', () => sockets.delete(near)));
    if (state.mode === 'refuse') return void near.destroy();
    if (state.mode === 'lie') return void near.end('200 Everything is fine, thank you.\r\n{"ok":1}\r\n');
    if (state.mode === 'hang') return void near.resume();
    const far = connect(port, '127.0.0.1');
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  });
  const own = await listen(server, 0);
  return {
    port: own,
    /** Applies from now on, and closes everything that was open. */
    turn(mode: Mode) {
      state.mode = mode;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return closed(server);
    },
  };
}
