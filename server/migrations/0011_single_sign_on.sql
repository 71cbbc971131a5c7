-- Single sign-on: the domains that organizations have proven, and the identity providers that speak for them.

-- Several organizations may claim a domain. One of them at most has proven it.
CREATE TABLE organization_domains (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name varchar(253) NOT NULL, -- in lower case and ASCII
  challenge varchar(100) NOT NULL, -- what the TXT record says; anyone can read it there
  auto_join boolean NOT NULL DEFAULT false,
  verified_at timestamptz, -- null: not proven
  checked_at timestamptz, -- when the record was last found, or found missing
  missing_since timestamptz, -- when a check first missed the record; null: the last check found it
  next_check_at timestamptz, -- null: not proven
  created_at timestamptz NOT NULL,
  UNIQUE (organization_id, name)
);
CREATE UNIQUE INDEX organization_domains_proof_key ON organization_domains (name) WHERE verified_at IS NOT NULL;
CREATE INDEX organization_domains_check_idx ON organization_domains (next_check_at) WHERE next_check_at IS NOT NULL;
