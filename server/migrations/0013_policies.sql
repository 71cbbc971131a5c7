-- Policies: what the service, and each organization, asks of people. The strictest of both applies.

-- One row for the service, without an organization, and one for each organization that ever set a policy.
CREATE TABLE policies (
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  version integer NOT NULL, -- goes up with every change: a change names the version it is based on
  two_factor_required boolean NOT NULL,
  two_factor_grace_days smallint NOT NULL,
  two_factor_required_at timestamptz, -- the day that grace counts from; null: it isn't required
  sign_in_methods text[], -- null: all
  session_minutes integer, -- null, here and below: no limit
  idle_minutes integer,
  recent_proof_minutes integer,
  email_domains text[] NOT NULL, -- empty: any
  password_strength smallint NOT NULL,
  password_breach_check boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (organization_id),
  CHECK (two_factor_required = (two_factor_required_at IS NOT NULL))
);
-- Whether any policy limits idle sessions: only then do requests read when a session was last used.
CREATE INDEX policies_idle_idx ON policies (idle_minutes) WHERE idle_minutes IS NOT NULL;

-- Callers are remembered while the figure in role_changes stays the same, and each with the policies that judge them.
CREATE CONSTRAINT TRIGGER policies_count_change AFTER INSERT OR UPDATE OR DELETE ON policies
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_role_change();
CREATE TRIGGER policies_count_truncate AFTER TRUNCATE ON policies
  FOR EACH STATEMENT EXECUTE FUNCTION count_role_change();
ALTER TABLE policies ENABLE ALWAYS TRIGGER policies_count_change;
ALTER TABLE policies ENABLE ALWAYS TRIGGER policies_count_truncate;

-- A policy may ask for single sign-on, and a connection may be required: whether it is turned on counts, too, and so do its
-- domains and who is linked. A new link comes with a sign-in, which writes the person's row.
CREATE CONSTRAINT TRIGGER sso_connections_count_change AFTER UPDATE OR DELETE ON sso_connections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_role_change();
ALTER TABLE sso_connections ENABLE ALWAYS TRIGGER sso_connections_count_change;
CREATE CONSTRAINT TRIGGER organization_domains_count_change AFTER UPDATE ON organization_domains
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.connection_id IS DISTINCT FROM NEW.connection_id OR OLD.verified_at IS DISTINCT FROM NEW.verified_at)
  EXECUTE FUNCTION count_role_change();
CREATE CONSTRAINT TRIGGER organization_domains_count_removal AFTER DELETE ON organization_domains
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.connection_id IS NOT NULL) EXECUTE FUNCTION count_role_change();
CREATE CONSTRAINT TRIGGER sso_links_count_removal AFTER DELETE ON sso_links
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_role_change();
ALTER TABLE organization_domains ENABLE ALWAYS TRIGGER organization_domains_count_change;
ALTER TABLE organization_domains ENABLE ALWAYS TRIGGER organization_domains_count_removal;
ALTER TABLE sso_links ENABLE ALWAYS TRIGGER sso_links_count_removal;
