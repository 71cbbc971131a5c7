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

-- Joining or leaving one organization of several writes the person's row, too: its version tells which policies apply.
CREATE FUNCTION touch_person_of_membership() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  membership organization_members := coalesce(NEW, OLD);
BEGIN
  UPDATE users SET organization_id = organization_id
   WHERE id = membership.user_id AND organization_id <> membership.organization_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_members_touch_person AFTER INSERT OR DELETE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION touch_person_of_membership();
