-- API keys that belong to an organization, not to a person: for its own programs, and for its customers.
CREATE TABLE organization_keys (
  id uuid PRIMARY KEY,
  -- The keys end with their organization.
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name varchar(100) NOT NULL,
  -- The beginning of the current secret, to tell keys apart. Null: taken over by its hash, so we never saw it.
  key_prefix varchar(20),
  -- What its next secret begins with: ours, or the team's own.
  secret_prefix varchar(13) NOT NULL,
  -- Has the team's own prefix, or was taken over: it may be verified, but opens nothing here.
  verification_only boolean NOT NULL,
  -- `area:verb`. The area latchkey is what the key may do here; the others are the team's.
  scopes text[] NOT NULL,
  -- Addresses and networks it may be used from. Empty: any.
  allowed_networks text[] NOT NULL,
  -- Uses per window. Both null: no limit.
  rate_limit integer,
  rate_window_seconds integer,
  -- The team's own id, such as that of the customer.
  external_id varchar(255),
  -- As the JSON it was sent in, so that the limit counts the bytes that are sent.
  metadata json NOT NULL,
  -- False: refused until it is turned on again.
  enabled boolean NOT NULL DEFAULT true,
  -- Null: never.
  expires_at timestamptz,
  -- Until when the secret before the last rotation works. Null: the last rotation ended it, or there was none.
  previous_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Null: another key created it, or the account is gone. The key outlives its maker.
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Null: not revoked.
  revoked_at timestamptz,
  CHECK ((rate_limit IS NULL) = (rate_window_seconds IS NULL)),
  CHECK (json_typeof(metadata) = 'object' AND octet_length(metadata::text) <= 8192)
);
CREATE INDEX organization_keys_list_idx ON organization_keys (organization_id, created_at DESC, id DESC);
CREATE INDEX organization_keys_external_idx ON organization_keys (organization_id, external_id)
  WHERE external_id IS NOT NULL;
CREATE INDEX organization_keys_maker_idx ON organization_keys (created_by) WHERE created_by IS NOT NULL;
-- For the sweep of keys that were revoked long ago.
CREATE INDEX organization_keys_revoked_idx ON organization_keys (revoked_at) WHERE revoked_at IS NOT NULL;

-- Every secret of those keys, earlier ones too: no two keys of any organization share one.
CREATE TABLE organization_key_secrets (
  -- SHA-256 of the whole secret.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  key_id uuid NOT NULL REFERENCES organization_keys (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- Who created or rotated the key. Null: another key did, or the account is gone.
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Null: the current secret. Earlier ones are kept for a while, so that they are told apart from nonsense.
  expires_at timestamptz
);
CREATE UNIQUE INDEX organization_key_secrets_current_idx ON organization_key_secrets (key_id) WHERE expires_at IS NULL;
CREATE INDEX organization_key_secrets_key_idx ON organization_key_secrets (key_id);
CREATE INDEX organization_key_secrets_maker_idx ON organization_key_secrets (created_by) WHERE created_by IS NOT NULL;
-- For the sweep of secrets that ended long ago.
CREATE INDEX organization_key_secrets_expired_idx ON organization_key_secrets (expires_at) WHERE expires_at IS NOT NULL;

-- When keys were last used. Apart from them: it is written often, and callers are remembered by their keys' versions.
CREATE TABLE organization_key_uses (
  key_id uuid PRIMARY KEY REFERENCES organization_keys (id) ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL
);

-- Large answers to an organization's key count for the organization.
ALTER TABLE large_answers DROP CONSTRAINT large_answers_account_id_fkey;
ALTER TABLE large_answers
  -- The account, if it is a person's: the place ends with it.
  ADD COLUMN user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  -- The account, if it is an organization's.
  ADD COLUMN organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE;
-- Those under way belong to people.
UPDATE large_answers SET user_id = account_id;
ALTER TABLE large_answers ADD CHECK (account_id = coalesce(user_id, organization_id));
