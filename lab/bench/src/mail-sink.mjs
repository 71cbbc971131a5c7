import { createServer } from 'node:net';
import { defer } from './processes.mjs';

const replies = [
  [/^(EHLO|HELO)/i, '250 sink'],
  [/^DATA/i, '354 go on'],
  [/^QUIT/i, '221 bye'],
];

/** Accepts every email and forgets it: in production mode the service needs a mail server. */
export function openMailSink() {
  const server = createServer((socket) => {
    let inBody = false;
    let rest = '';
    socket.on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop();
      for (const line of lines) {
        if (inBody && line !== '.') continue;
        inBody = /^DATA/i.test(line);
        socket.write(`${replies.find(([command]) => command.test(line))?.[1] ?? '250 ok'}\r\n`);
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      defer(() => server.close());
      server.unref();
      resolve(`smtp://127.0.0.1:${server.address().port}`);
    });
  });
}
