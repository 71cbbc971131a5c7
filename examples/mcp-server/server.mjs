import { createLatchkey } from '@latchkey/sdk/server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { z } from 'zod';

const { LATCHKEY_URL = 'http://localhost:3000', PORT = '4600' } = process.env;
const latchkey = createLatchkey({ url: LATCHKEY_URL });
const guard = latchkey.protectedResource({
  resource: `http://localhost:${PORT}/mcp`,
  scopes: ['openid'],
});

/** By person: each sees only their own. */
const notes = new Map();
const notesOf = (person) => notes.get(person) ?? [];
const said = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

function serverFor({ sub }) {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool('whoami', { description: 'Who is signed in' }, () => said({ sub }));
  server.registerTool('list_notes', { description: 'Your notes' }, () => said(notesOf(sub)));
  server.registerTool(
    'add_note',
    { description: 'Keep a note', inputSchema: { text: z.string().min(1).max(1000) } },
    ({ text }) => {
      notes.set(sub, [...notesOf(sub), text]);
      return said(notesOf(sub).length);
    },
  );
  return server;
}

const app = express();
app.use(express.json());

/** A page in a browser can reach this server, too: only programs may. */
app.use((request, response, next) => (request.get('origin') ? response.sendStatus(403) : next()));

app.get(guard.path, (_request, response) => response.json(guard.metadata));

app.post('/mcp', async (request, response) => {
  const { claims, refused } = await guard.verify(request, { scopes: ['openid'] });
  if (refused) return response.status(refused.status).set(refused.headers).json({ error: refused.code });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await serverFor(claims).connect(transport);
  await transport.handleRequest(request, response, request.body);
});
app.all('/mcp', (_request, response) => response.set('Allow', 'POST').sendStatus(405));

app.listen(Number(PORT));
