-- Passkeys: a public key each, and how often its private half was used as far as the device tells.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name varchar(100) NOT NULL,
  device_type varchar(20) NOT NULL CHECK (device_type IN ('singleDevice', 'multiDevice')),
  backed_up boolean NOT NULL,
  -- Whether the passkey has ever verified its user. If not, it is only a second factor, and no way to sign in.
  verifies_user boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user_idx ON passkeys (user_id);

-- How many there are, where every request reads it. Written with each of them, under the user's lock.
ALTER TABLE users ADD COLUMN passkey_count smallint NOT NULL DEFAULT 0;

-- Challenges that have served, until they would have expired anyway.
CREATE TABLE spent_challenges (
  id bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_challenges_expires_idx ON spent_challenges (expires_at);

-- Codes of a set-up that is not finished: they count once it is. Until there were passkeys, nothing asked for them.
ALTER TABLE backup_codes ADD COLUMN pending boolean NOT NULL DEFAULT false;
UPDATE backup_codes b SET pending = true FROM users u WHERE u.id = b.user_id AND NOT u.two_factor_enabled;
