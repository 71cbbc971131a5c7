-- Roles of organizations: what the team's own application lets members do. Nothing here opens a route of ours.

-- The catalog: the permissions that such roles may list. One row, which is locked to read or change it with certainty: a
-- change replaces it whole.
CREATE TABLE organization_permissions (
  names text[] NOT NULL, -- sorted
  descriptions text[] NOT NULL, -- in the same order
  CHECK (cardinality(names) = cardinality(descriptions))
);
CREATE UNIQUE INDEX organization_permissions_one_idx ON organization_permissions ((true));
INSERT INTO organization_permissions VALUES ('{}', '{}');

-- What refers to a role keeps its id in a list: members, invitations, groups, links and connections. A role that is deleted
-- counts nowhere from then on, in one write, and one that gets its key later is another.
CREATE TABLE organization_roles (
  id uuid PRIMARY KEY,
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE, -- null: a template, which every organization has
  key varchar(50) NOT NULL, -- an organization's own begins with org-, a template never does
  name varchar(100) NOT NULL,
  description varchar(500) NOT NULL,
  permissions text[] NOT NULL, -- sorted; all of them are in the catalog
  is_default boolean NOT NULL, -- every member has it
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (organization_id, key),
  CHECK ((organization_id IS NOT NULL) = starts_with(key, 'org-'))
);

-- Callers are remembered while the figure in role_changes stays the same. No one holds a new role unless it is a default.
CREATE CONSTRAINT TRIGGER organization_permissions_count_change AFTER UPDATE ON organization_permissions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.names <> NEW.names) EXECUTE FUNCTION count_role_change();
CREATE CONSTRAINT TRIGGER organization_roles_count_new AFTER INSERT ON organization_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_default) EXECUTE FUNCTION count_role_change();
CREATE CONSTRAINT TRIGGER organization_roles_count_change AFTER UPDATE ON organization_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (ROW(OLD.organization_id, OLD.key, OLD.permissions, OLD.is_default)
        IS DISTINCT FROM ROW(NEW.organization_id, NEW.key, NEW.permissions, NEW.is_default))
  EXECUTE FUNCTION count_role_change();
CREATE CONSTRAINT TRIGGER organization_roles_count_gone AFTER DELETE ON organization_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_role_change();
CREATE TRIGGER organization_roles_count_truncate AFTER TRUNCATE ON organization_roles
  FOR EACH STATEMENT EXECUTE FUNCTION count_role_change();
ALTER TABLE organization_permissions ENABLE ALWAYS TRIGGER organization_permissions_count_change;
ALTER TABLE organization_roles ENABLE ALWAYS TRIGGER organization_roles_count_new;
ALTER TABLE organization_roles ENABLE ALWAYS TRIGGER organization_roles_count_change;
ALTER TABLE organization_roles ENABLE ALWAYS TRIGGER organization_roles_count_gone;
ALTER TABLE organization_roles ENABLE ALWAYS TRIGGER organization_roles_count_truncate;
