-- Directories: what an organization's directory signs in to SCIM with, and what it was refused.

-- Live tokens only: revoking deletes the row. They have no expiry, and outlive their maker.
CREATE TABLE scim_tokens (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32), -- SHA-256 of the whole secret
  description varchar(100),
  created_at timestamptz NOT NULL,
  created_by uuid REFERENCES users (id) ON DELETE SET NULL, -- null: the account is gone
  last_used_at timestamptz
);
CREATE INDEX scim_tokens_organization_idx ON scim_tokens (organization_id, created_at, id);
CREATE INDEX scim_tokens_maker_idx ON scim_tokens (created_by) WHERE created_by IS NOT NULL;

-- The last refusals of each organization's directory, for a week. Never the body, which describes people.
CREATE TABLE scim_errors (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  method varchar(10) NOT NULL,
  path text NOT NULL, -- without the query
  status smallint NOT NULL,
  scim_type varchar(30),
  detail text NOT NULL
);
CREATE INDEX scim_errors_organization_idx ON scim_errors (organization_id, at, id);
CREATE INDEX scim_errors_at_idx ON scim_errors (at);
