-- Two-factor, API keys and provider sign-in: further proofs of who is calling.

-- A login that waits for its second factor. Dies with the password it was opened with.
CREATE TABLE pending_logins (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  remember_me boolean NOT NULL,
  method varchar(30) NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX pending_logins_user_idx ON pending_logins (user_id);
CREATE INDEX pending_logins_expires_idx ON pending_logins (expires_at);

-- selector is a keyed hash that finds the one candidate, so that a try costs one bcrypt and not ten.
CREATE TABLE backup_codes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  selector bytea NOT NULL,
  code_hash varchar(255) NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX backup_codes_user_idx ON backup_codes (user_id, selector);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name varchar(50) NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  key_prefix varchar(8) NOT NULL,
  permission varchar(20) NOT NULL DEFAULT 'READ_ONLY' CHECK (permission IN ('READ_ONLY', 'READ_WRITE')),
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX api_keys_user_idx ON api_keys (user_id, created_at DESC, id DESC);

CREATE TABLE oauth_accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider varchar(30) NOT NULL,
  provider_account_id varchar(255) NOT NULL,
  email varchar(255),
  -- Sealed.
  access_token bytea,
  refresh_token bytea,
  token_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (provider, provider_account_id),
  UNIQUE (user_id, provider)
);

-- Ids of pending OAuth tokens and states that were spent, kept until they would have expired anyway.
CREATE TABLE spent_oauth_tokens (
  id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_oauth_tokens_expires_idx ON spent_oauth_tokens (expires_at);
