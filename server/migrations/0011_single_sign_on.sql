-- Single sign-on: the domains that organizations have proven, and the identity providers that speak for them.

-- An identity provider of an organization. What is null isn't set yet.
CREATE TABLE sso_connections (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  kind varchar(10) NOT NULL CHECK (kind IN ('oidc', 'saml')),
  name varchar(100) NOT NULL,
  enabled boolean NOT NULL DEFAULT false,
  required boolean NOT NULL DEFAULT false, -- members with an address in its domains get in no other way
  provisioning boolean NOT NULL DEFAULT true, -- people who are new here may join without an invitation
  trusts_second_factor boolean NOT NULL DEFAULT false,
  admin_groups text[] NOT NULL DEFAULT '{}',
  attributes json NOT NULL, -- the name of each attribute; null: the usual one
  session_hours smallint NOT NULL DEFAULT 24,
  issuer text,
  client_id text,
  client_secret bytea, -- sealed; null: a public client
  entity_id text,
  sign_in_url text,
  certificates json NOT NULL DEFAULT '[]', -- of the keys that sign its answers
  metadata_url text,
  next_check_at timestamptz NOT NULL DEFAULT 'epoch', -- of a SAML connection: when its certificates are looked at again
  warned json NOT NULL DEFAULT '{}', -- the fingerprints of certificates about to expire that were mailed, with the days left
  tested_at timestamptz, -- the last test that passed since the issuer or entity ID changed
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (enabled OR NOT required)
);
CREATE INDEX sso_connections_organization_idx ON sso_connections (organization_id, created_at, id);
CREATE INDEX sso_connections_check_idx ON sso_connections (next_check_at) WHERE kind = 'saml';
-- Every request asks: where no organization requires single sign-on, it is empty.
CREATE INDEX sso_connections_required_idx ON sso_connections (organization_id) WHERE required;

-- Several organizations may claim a domain. One of them at most has proven it.
CREATE TABLE organization_domains (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name varchar(253) NOT NULL, -- in lower case and ASCII
  challenge varchar(100) NOT NULL, -- what the TXT record says; anyone can read it there
  auto_join boolean NOT NULL DEFAULT false,
  connection_id uuid REFERENCES sso_connections (id) ON DELETE SET NULL, -- the one that signs in people of this domain
  verified_at timestamptz, -- null: not proven
  checked_at timestamptz, -- when the record was last found, or found missing
  missing_since timestamptz, -- when a check first missed the record; null: the last check found it
  next_check_at timestamptz, -- null: not proven
  created_at timestamptz NOT NULL,
  UNIQUE (organization_id, name)
);
CREATE UNIQUE INDEX organization_domains_proof_key ON organization_domains (name) WHERE verified_at IS NOT NULL;
CREATE INDEX organization_domains_check_idx ON organization_domains (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX organization_domains_connection_idx ON organization_domains (connection_id);

-- Who an identity provider says a user is.
CREATE TABLE sso_links (
  connection_id uuid NOT NULL REFERENCES sso_connections (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  subject text NOT NULL, -- sub, or a SAML NameID
  email varchar(255) NOT NULL, -- the address that the identity provider last gave
  created_at timestamptz NOT NULL,
  last_sign_in_at timestamptz,
  PRIMARY KEY (connection_id, user_id)
);
-- By its hash: a subject may be too long for an index.
CREATE UNIQUE INDEX sso_links_subject_key ON sso_links (connection_id, md5(subject));
CREATE INDEX sso_links_user_idx ON sso_links (user_id);

-- The last test of a connection by each of its OWNERs.
CREATE TABLE sso_tests (
  connection_id uuid NOT NULL REFERENCES sso_connections (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tested text NOT NULL, -- the issuer or entity ID that it was about
  passed boolean NOT NULL,
  result bytea NOT NULL, -- sealed: what was received describes a person
  received_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, user_id)
);
CREATE INDEX sso_tests_user_idx ON sso_tests (user_id);
CREATE INDEX sso_tests_expires_idx ON sso_tests (expires_at);

-- A SAML answer that verified, until the browser that asked for it comes back with its cookie.
CREATE TABLE saml_answers (
  token_hash bytea PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES sso_connections (id) ON DELETE CASCADE,
  content bytea NOT NULL, -- sealed: it describes a person
  expires_at timestamptz NOT NULL
);
CREATE INDEX saml_answers_connection_idx ON saml_answers (connection_id);
CREATE INDEX saml_answers_expires_idx ON saml_answers (expires_at);

-- People removed from an organization: its identity provider doesn't bring them back, an invitation does.
CREATE TABLE removed_members (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  removed_at timestamptz NOT NULL,
  by_directory boolean NOT NULL DEFAULT false, -- an address in a domain that people join by still brings them back
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX removed_members_user_idx ON removed_members (user_id);
