// The least that a feed of changes can cost: a bare HTTP server that answers all waiting requests together, with nothing new.
import { createServer } from 'node:http';

const waiting = new Set();
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname !== '/api/checks/changes') {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"code":"UNAUTHORIZED","message":"Sign in first."}}');
    return;
  }
  const waitMs = Number(searchParams.get('waitMs'));
  const each = { response, isNew: !searchParams.has('after'), waitMs, at: performance.now() };
  if (waitMs === 0) answer(each);
  else waiting.add(each);
});

function answer({ response, isNew, waitMs, at }) {
  const heldMs = Math.floor(performance.now() - at);
  if (heldMs < waitMs) return false;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ cursor: 'x'.repeat(140), heldMs, changes: [], reset: isNew }));
  return true;
}

setInterval(() => {
  for (const each of waiting) if (answer(each)) waiting.delete(each);
}, 90);
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
