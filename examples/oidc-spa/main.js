import { UserManager } from 'oidc-client-ts';

const { VITE_ISSUER: issuer = 'http://localhost:3000', VITE_CLIENT_ID: clientId = '' } = import.meta.env;
const redirectUri = `${location.origin}/callback`;

const people = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: redirectUri,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email',
});

async function signedIn() {
  if (location.pathname !== '/callback') return people.getUser();
  const user = await people.signinRedirectCallback();
  history.replaceState({}, '', '/');
  return user;
}

/** What a page asks its own backend. The access token goes along, and is renewed before it expires. */
const userinfo = (user) =>
  fetch(`${issuer}/api/oidc/userinfo`, { headers: { authorization: `Bearer ${user.access_token}` } });

const main = document.querySelector('main');

function show(...parts) {
  main.replaceChildren(...parts);
}

function element(name, text, onClick) {
  const made = document.createElement(name);
  made.textContent = text;
  if (onClick) made.addEventListener('click', onClick);
  return made;
}

async function render(user) {
  if (!user || user.expired) return show(element('button', 'Sign in', () => people.signinRedirect()));
  const { email } = await (await userinfo(user)).json();
  show(
    element('h1', `Hello ${email}`),
    element('p', `Your token is good until ${new Date(user.expires_at * 1000).toLocaleTimeString()}.`),
    element('button', 'Renew', async () => render(await people.signinSilent())),
    element('button', 'Sign out', () => people.signoutRedirect()),
  );
}

// Renewed in the background, a minute before it expires.
people.events.addUserLoaded(render);
await render(await signedIn());
