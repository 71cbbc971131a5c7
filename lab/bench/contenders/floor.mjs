// The floor: the least that a service made of the same parts could do for a session check. Fastify, one prepared
// statement that finds one row by its primary key, a serializer compiled from a schema, and a body as long as
// Latchkey's. It logs nothing, counts nothing, sets no headers, unseals nothing, and has no users, roles, organizations
// or two-factor.
import Fastify from 'fastify';
import postgres from 'postgres';

const { PORT, DATABASE, BODY_BYTES } = process.env;
// Ten connections, the driver's default: more are slower here.
const sql = postgres({ ...JSON.parse(DATABASE), fetch_types: false });
const app = Fastify({ logger: false });

const text = { type: 'string' };
const body = {
  type: 'object',
  properties: { id: text, userId: text, ipAddress: text, userAgent: text, padding: text },
};
let padding;

app.get('/ready', async () => 'ready');

app.get('/', { schema: { response: { 200: body } } }, async (request, reply) => {
  const [session] = await sql`
    SELECT id, user_id AS "userId", ip_address AS "ipAddress", user_agent AS "userAgent"
      FROM sessions
     WHERE id = ${request.headers.cookie.slice('session='.length)} AND expires_at > now()`;
  if (!session) return reply.code(401).send({});
  padding ??= 'x'.repeat(Number(BODY_BYTES) - JSON.stringify({ ...session, padding: '' }).length);
  session.padding = padding;
  return session;
});

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.once('SIGTERM', () => process.exit(0));
