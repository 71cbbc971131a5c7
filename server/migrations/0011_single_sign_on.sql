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
  group_roles json NOT NULL DEFAULT '[]', -- [{group, roleIds}]: the roles that each group stands for (0016)
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
  role_ids uuid[] NOT NULL DEFAULT '{}', -- the roles by the groups of the last sign-in (0016)
  PRIMARY KEY (connection_id, user_id)
);
-- By its hash: a subject may be too long for an index.
CREATE UNIQUE INDEX sso_links_subject_key ON sso_links (connection_id, md5(subject));
CREATE INDEX sso_links_user_idx ON sso_links (user_id);

-- A session that an identity provider began ends with what it rests on: the membership, and the link, which goes with the
-- connection.
ALTER TABLE sessions
  ADD CONSTRAINT sessions_membership_fkey FOREIGN KEY (organization_id, user_id)
    REFERENCES organization_members (organization_id, user_id) ON DELETE CASCADE,
  ADD CONSTRAINT sessions_link_fkey FOREIGN KEY (connection_id, user_id)
    REFERENCES sso_links (connection_id, user_id) ON DELETE CASCADE;

-- So does what was granted in it, even if that outlives the session. No foreign key: redeeming a code holds the session, and
-- must not wait for a link while its end waits for the session.
CREATE FUNCTION end_grants_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM application_grants WHERE connection_id = OLD.connection_id AND user_id = OLD.user_id;
  DELETE FROM application_consents WHERE connection_id = OLD.connection_id AND user_id = OLD.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER sso_links_end_grants AFTER DELETE ON sso_links
  FOR EACH ROW EXECUTE FUNCTION end_grants_of_link();
CREATE FUNCTION end_what_connection_began() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE connection_id = NEW.id;
  DELETE FROM application_grants WHERE connection_id = NEW.id;
  DELETE FROM application_consents WHERE connection_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER sso_connections_end_sessions AFTER UPDATE OF enabled ON sso_connections
  FOR EACH ROW WHEN (OLD.enabled AND NOT NEW.enabled) EXECUTE FUNCTION end_what_connection_began();
-- Also in a session that skips triggers.
ALTER TABLE sso_links ENABLE ALWAYS TRIGGER sso_links_end_grants;
ALTER TABLE sso_connections ENABLE ALWAYS TRIGGER sso_connections_end_sessions;

-- Whom a required connection binds: members with an address in its domains, and those who last came with one. They stay
-- bound until it is required no more: no change of their address ends it, however it comes about.
CREATE FUNCTION bind_members(connection uuid, person uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE organization_members m SET bound_by = array_append(m.bound_by, c.id)
    FROM sso_connections c
   WHERE c.id = connection AND c.required AND m.organization_id = c.organization_id
     AND (person IS NULL OR m.user_id = person) AND NOT c.id = ANY (m.bound_by)
     AND (domain_of(m.email) IN (
            SELECT d.name FROM organization_domains d WHERE d.connection_id = c.id AND d.verified_at IS NOT NULL)
          OR m.user_id IN (
            SELECT l.user_id FROM sso_links l JOIN organization_domains d ON d.name = domain_of(l.email)
             WHERE l.connection_id = c.id AND d.connection_id = c.id AND d.verified_at IS NOT NULL))
$$;
CREATE FUNCTION bind_by_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.required THEN
    PERFORM bind_members(NEW.id, NULL);
  ELSE
    UPDATE organization_members SET bound_by = array_remove(bound_by, NEW.id)
     WHERE organization_id = NEW.organization_id AND NEW.id = ANY (bound_by);
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION bind_by_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bind_members(NEW.connection_id, NULL);
  RETURN NULL;
END
$$;
CREATE FUNCTION bind_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bind_members(c.id, NEW.user_id)
     FROM organization_members m JOIN sso_connections c ON c.organization_id = m.organization_id AND c.required
    WHERE m.user_id = NEW.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER sso_connections_bind_new AFTER INSERT ON sso_connections
  FOR EACH ROW WHEN (NEW.required) EXECUTE FUNCTION bind_by_connection();
CREATE TRIGGER sso_connections_bind AFTER UPDATE OF required ON sso_connections
  FOR EACH ROW WHEN (OLD.required <> NEW.required) EXECUTE FUNCTION bind_by_connection();
CREATE TRIGGER organization_domains_bind AFTER INSERT OR UPDATE OF connection_id, verified_at ON organization_domains
  FOR EACH ROW WHEN (NEW.connection_id IS NOT NULL AND NEW.verified_at IS NOT NULL) EXECUTE FUNCTION bind_by_domain();
CREATE TRIGGER organization_members_bind_new AFTER INSERT ON organization_members
  FOR EACH ROW EXECUTE FUNCTION bind_person();
CREATE TRIGGER organization_members_bind AFTER UPDATE OF email ON organization_members
  FOR EACH ROW WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION bind_person();
CREATE TRIGGER sso_links_bind_new AFTER INSERT ON sso_links FOR EACH ROW EXECUTE FUNCTION bind_person();
CREATE TRIGGER sso_links_bind AFTER UPDATE OF email ON sso_links
  FOR EACH ROW WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION bind_person();

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
