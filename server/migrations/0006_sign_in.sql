-- Sign-in: sessions, the proofs that open them, and the links that recover an account.

-- A remembered login. The token of a given counter is derived, so that requests racing to rotate it can share one outcome.
CREATE TABLE remember_me (
  series uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  session_id uuid, -- the session that the last rotation opened
  rotated_at bigint, -- in microseconds: requests that arrived before share the last rotation's outcome
  shared_until timestamptz, -- the same limit by the database's clock, because a node's clock may be wrong
  sign_in_method varchar(30), -- as in sessions; the sign-in itself was when the row was created
  second_factor boolean NOT NULL DEFAULT false, -- as in sessions
  require_two_factor boolean NOT NULL DEFAULT false, -- a hook asked for one: until it is proven, nothing else works
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX remember_me_user_idx ON remember_me (user_id);
CREATE INDEX remember_me_expires_idx ON remember_me (expires_at);

-- Cookie, access token and refresh token all lead here: deleting the row ends them at once.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  ip_address varchar(64) NOT NULL,
  user_agent varchar(512) NOT NULL,
  methods text[], -- how the user signed in: password, totp, passkey, the name of a provider; null: not known
  authenticated_at timestamptz, -- when the proof was given that methods describes: the sign-in, or a later one as strong
  sign_in_method varchar(30), -- what the sign-in it stems from began with, even if a remembered login was resumed since
  signed_in_at timestamptz, -- when that was; null: when the session was created
  second_factor boolean NOT NULL DEFAULT false, -- a second factor was proven at that sign-in or since
  require_two_factor boolean NOT NULL DEFAULT false, -- a hook asked for one: until it is proven, nothing else works
  proven_at timestamptz, -- the last proof of any strength; null: the session resumed a remembered login
  own_proven_at timestamptz, -- the last one that was the person's own, in a session that an identity provider began
  remember_series uuid REFERENCES remember_me (series) ON DELETE SET NULL,
  connection_id uuid, -- the identity provider that began it (0011 has the keys); null: none
  organization_id uuid, -- whose identity provider that is: the session belongs to it; null: it is the person's own
  break_glass_in uuid[], -- where it counts although single sign-on is required; null: nowhere
  ends_at timestamptz, -- when it ends, however often it is refreshed; null: no such limit
  refresh_counter integer NOT NULL DEFAULT 0, -- of the refresh token that is valid now
  refresh_rotated_at bigint, -- as in remember_me
  refresh_shared_until timestamptz, -- as in remember_me
  refresh_expires_at timestamptz NOT NULL,
  -- No foreign key: a session whose impersonated user is gone must be noticed and recorded, not forgotten.
  impersonated_user_id uuid,
  impersonated_email varchar(255),
  impersonation_started_at timestamptz,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((connection_id IS NULL) = (organization_id IS NULL))
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_remember_idx ON sessions (remember_series);
CREATE INDEX sessions_expires_idx ON sessions (expires_at);
CREATE INDEX sessions_connection_idx ON sessions (connection_id) WHERE connection_id IS NOT NULL;

-- A login that waits for its second factor. It ends with the password it was opened with.
CREATE TABLE pending_logins (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  remember_me boolean NOT NULL,
  method varchar(30) NOT NULL, -- what was proven first
  vouched json, -- what an organization's identity provider said, to be judged again once the second factor has passed
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX pending_logins_user_idx ON pending_logins (user_id);
CREATE INDEX pending_logins_expires_idx ON pending_logins (expires_at);

-- Failed guesses of a secret. An unknown address locks like a known one.
CREATE TABLE attempts (
  -- An address, by the 32 bytes of its hash, or a user who proves something inside a session, by the 16 bytes of the id.
  subject bytea PRIMARY KEY CHECK (octet_length(subject) IN (16, 32)),
  failures integer NOT NULL DEFAULT 0,
  failed_at timestamptz, -- a day after the last failure, the count is forgotten
  pending integer NOT NULL DEFAULT 0, -- attempts under way: failures + pending never passes the limit
  pending_at timestamptz NOT NULL, -- when the last of them began
  locked_until timestamptz
);
CREATE INDEX attempts_pending_idx ON attempts (pending_at);

-- Where a user has signed in from: a sign-in from elsewhere is reported to them.
CREATE TABLE devices (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network varchar(64) NOT NULL,
  browser varchar(64) NOT NULL,
  os varchar(64) NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network, browser, os)
);

-- Links that were mailed. Using one deletes it.
CREATE TABLE one_time_tokens (
  token_hash bytea PRIMARY KEY,
  kind varchar(30) NOT NULL CHECK (kind IN ('email_verification', 'email_change', 'password_reset', 'account_unlock')),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email varchar(255) NOT NULL, -- where it was sent
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX one_time_tokens_user_idx ON one_time_tokens (user_id, kind);
CREATE INDEX one_time_tokens_expires_idx ON one_time_tokens (expires_at);

-- Links to the address an account has, or had, when it changes. Before the move, a link cancels the change. After it, the
-- link restores the address, and while it is valid, no other account gets that address.
CREATE TABLE email_change_undos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- in the order of the changes
  token_hash bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email varchar(255) NOT NULL, -- the address to restore
  change_hash bytea, -- the one-time token that verifies the new address; null: the account moved at once
  requested_at timestamptz NOT NULL,
  moved_at timestamptz, -- null: the change is pending
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_change_undos_user_idx ON email_change_undos (user_id);
CREATE INDEX email_change_undos_email_idx ON email_change_undos (email);
CREATE INDEX email_change_undos_expires_idx ON email_change_undos (expires_at);

-- A code that was mailed to sign in with, and the link beside it. One per user: a new one replaces it.
CREATE TABLE email_codes (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email varchar(255) NOT NULL,
  code_hash bytea NOT NULL,
  token_hash bytea NOT NULL UNIQUE, -- of the link
  browser_hash bytea NOT NULL, -- of the cookie in the browser that asked: the link works only there
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX email_codes_expires_idx ON email_codes (expires_at);

-- A code that was mailed to an address without an account, to register with. A new one replaces it.
CREATE TABLE registration_codes (
  email_hash bytea PRIMARY KEY,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX registration_codes_expires_idx ON registration_codes (expires_at);

CREATE TABLE backup_codes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  selector bytea NOT NULL, -- a keyed hash that finds the one candidate, so a try costs one bcrypt and not ten
  code_hash varchar(255) NOT NULL,
  pending boolean NOT NULL DEFAULT false, -- its setup isn't finished: it doesn't count yet
  used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX backup_codes_user_idx ON backup_codes (user_id, selector);

-- users.passkey_count says how many a user has.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL, -- how often the private key was used, as far as the device tells
  transports text[] NOT NULL,
  name varchar(100) NOT NULL,
  device_type varchar(20) NOT NULL CHECK (device_type IN ('singleDevice', 'multiDevice')),
  backed_up boolean NOT NULL,
  verifies_user boolean NOT NULL, -- it has verified its user; otherwise it is only a second factor
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user_idx ON passkeys (user_id);

-- Passkey challenges that were used, until they would have expired anyway.
CREATE TABLE spent_challenges (
  id bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_challenges_expires_idx ON spent_challenges (expires_at);

-- Accounts at sign-in providers, such as Google, that are linked to a user.
CREATE TABLE oauth_accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider varchar(30) NOT NULL,
  provider_account_id varchar(255) NOT NULL,
  email varchar(255), -- as the provider has it
  access_token bytea, -- sealed
  refresh_token bytea, -- sealed
  token_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (provider, provider_account_id),
  UNIQUE (user_id, provider)
);

-- States, pending tokens and SAML assertions of sign-ins by a provider that were used, and challenges against bots that were
-- solved, until they would have expired anyway.
CREATE TABLE spent_tokens (
  id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_tokens_expires_idx ON spent_tokens (expires_at);
