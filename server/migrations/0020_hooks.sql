-- Hooks: what the service asks the operator's own systems before it goes on. One for each point.

CREATE TABLE hooks (
  id uuid PRIMARY KEY,
  point varchar(30) NOT NULL UNIQUE,
  url varchar(2048) NOT NULL,
  enabled boolean NOT NULL,
  timeout_ms integer NOT NULL,
  on_failure varchar(10) NOT NULL CHECK (on_failure IN ('deny', 'allow')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Mail has no other way out.
  CHECK (point <> 'mail.send' OR on_failure = 'deny')
);

CREATE TABLE hook_secrets (
  id uuid PRIMARY KEY,
  hook_id uuid NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  expires_at timestamptz, -- null: the current one; an earlier one signs along until this time
  created_at timestamptz NOT NULL
);
CREATE INDEX hook_secrets_hook_idx ON hook_secrets (hook_id, id);
