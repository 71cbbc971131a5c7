// The receiver of `npm run lab -- webhooks`, in its own file: it is killed often, and must be back within seconds. It
// writes an id down before it responds, so it always has what it acknowledged, whenever it is killed.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    appendFileSync(file, `${request.headers['webhook-id']}\n`);
    response.writeHead(204).end();
  });
}).listen(Number(port), '127.0.0.1');
