import express from 'express';
import { auth } from 'express-openid-connect';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, COOKIE_SECRET, PORT = '4200' } = process.env;
const app = express();

app.use(
  auth({
    issuerBaseURL: ISSUER,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    baseURL: `http://localhost:${PORT}`,
    routes: { callback: '/callback' },
    secret: COOKIE_SECRET,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
  }),
);

// Anyone who gets here is signed in. /logout signs them out of Latchkey, too.
app.get('/', (request, response) => {
  response.json(request.oidc.user);
});

app.listen(Number(PORT));
