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
  waiting.add({
    response,
    isNew: !searchParams.has('after'),
    waitMs: Number(searchParams.get('waitMs')),
    at: performance.now(),
  });
});
setInterval(() => {
  for (const each of waiting) {
    const heldMs = Math.floor(performance.now() - each.at);
    if (heldMs < each.waitMs || !waiting.delete(each)) continue;
    each.response.setHeader('content-type', 'application/json');
    each.response.end(JSON.stringify({ cursor: 'x'.repeat(140), heldMs, changes: [], reset: each.isNew }));
  }
}, 90);
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
