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

-- Callers are remembered while the figure in role_changes stays the same, and so does the row of the organization that they
-- are about. A template and the catalog concern everyone. What is an organization's own writes its row instead: no tenant can
-- make every node read all callers again. Who changes it holds that row already. The catalog takes names from many roles at
-- once, and writes the figure alone.
CREATE FUNCTION count_team_role_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.organization_id IS NULL OR TG_OP <> 'DELETE' AND NEW.organization_id IS NULL THEN
    UPDATE role_changes SET n = n + 1 WHERE xmin <> pg_current_xact_id()::xid;
  ELSE
    UPDATE organizations SET name = name
     WHERE id IN (OLD.organization_id, NEW.organization_id) AND xmin <> pg_current_xact_id()::xid
       AND NOT EXISTS (SELECT FROM role_changes WHERE xmin = pg_current_xact_id()::xid);
  END IF;
  RETURN NULL;
END
$$;

-- No one holds a new role unless it is a default.
CREATE CONSTRAINT TRIGGER organization_permissions_count_change AFTER UPDATE ON organization_permissions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.names <> NEW.names) EXECUTE FUNCTION count_role_change();
CREATE CONSTRAINT TRIGGER organization_roles_count_new AFTER INSERT ON organization_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_default) EXECUTE FUNCTION count_team_role_change();
CREATE CONSTRAINT TRIGGER organization_roles_count_change AFTER UPDATE ON organization_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (ROW(OLD.organization_id, OLD.key, OLD.permissions, OLD.is_default)
        IS DISTINCT FROM ROW(NEW.organization_id, NEW.key, NEW.permissions, NEW.is_default))
  EXECUTE FUNCTION count_team_role_change();
CREATE CONSTRAINT TRIGGER organization_roles_count_gone AFTER DELETE ON organization_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_team_role_change();
CREATE TRIGGER organization_roles_count_truncate AFTER TRUNCATE ON organization_roles
  FOR EACH STATEMENT EXECUTE FUNCTION count_role_change();
ALTER TABLE organization_permissions ENABLE ALWAYS TRIGGER organization_permissions_count_change;
ALTER TABLE organization_roles ENABLE ALWAYS TRIGGER organization_roles_count_new;
ALTER TABLE organization_roles ENABLE ALWAYS TRIGGER organization_roles_count_change;
ALTER TABLE organization_roles ENABLE ALWAYS TRIGGER organization_roles_count_gone;
ALTER TABLE organization_roles ENABLE ALWAYS TRIGGER organization_roles_count_truncate;

-- What a person holds by a group or a link: callers are remembered by the version of their row, too. The end of a link, and
-- whether its connection is enabled, count in role_changes already (0013).
CREATE CONSTRAINT TRIGGER scim_groups_count_change AFTER UPDATE ON scim_groups
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role_ids <> NEW.role_ids) EXECUTE FUNCTION count_team_role_change();
CREATE CONSTRAINT TRIGGER scim_groups_count_gone AFTER DELETE ON scim_groups
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role_ids <> '{}') EXECUTE FUNCTION count_team_role_change();
ALTER TABLE scim_groups ENABLE ALWAYS TRIGGER scim_groups_count_change;
ALTER TABLE scim_groups ENABLE ALWAYS TRIGGER scim_groups_count_gone;

-- Those of the groups that give roles. Each is held until the transaction ends, so that its roles can't change unseen.
CREATE FUNCTION giving_groups(groups uuid[]) RETURNS SETOF uuid LANGUAGE sql AS $$
  SELECT h.id FROM (SELECT id, role_ids FROM scim_groups WHERE id = ANY (groups) ORDER BY id FOR SHARE) AS h
   WHERE h.role_ids <> '{}'
$$;
CREATE FUNCTION touch_people(people uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE users SET organization_id = organization_id
   WHERE id IN (SELECT id FROM users WHERE id = ANY (people) ORDER BY id FOR NO KEY UPDATE)
$$;
CREATE FUNCTION touch_new_in_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_people(ARRAY(
    SELECT user_id FROM came WHERE group_id IN (SELECT giving_groups(ARRAY(SELECT DISTINCT group_id FROM came)))));
  RETURN NULL;
END
$$;
CREATE FUNCTION touch_gone_from_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_people(ARRAY(
    SELECT user_id FROM gone WHERE group_id IN (SELECT giving_groups(ARRAY(SELECT DISTINCT group_id FROM gone)))));
  RETURN NULL;
END
$$;
CREATE TRIGGER scim_group_members_touch_new AFTER INSERT ON scim_group_members
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION touch_new_in_groups();
CREATE TRIGGER scim_group_members_touch_gone AFTER DELETE ON scim_group_members
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION touch_gone_from_groups();
ALTER TABLE scim_group_members ENABLE ALWAYS TRIGGER scim_group_members_touch_new;
ALTER TABLE scim_group_members ENABLE ALWAYS TRIGGER scim_group_members_touch_gone;
CREATE FUNCTION touch_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_people(ARRAY[NEW.user_id]);
  RETURN NULL;
END
$$;
CREATE TRIGGER sso_links_touch AFTER UPDATE OF role_ids ON sso_links
  FOR EACH ROW WHEN (OLD.role_ids <> NEW.role_ids) EXECUTE FUNCTION touch_linked();

-- What a connection gave ends with the membership. People who come back have it again once they sign in by it.
CREATE FUNCTION end_roles_by_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sso_links l SET role_ids = '{}' FROM sso_connections c
   WHERE l.user_id = OLD.user_id AND c.id = l.connection_id AND c.organization_id = OLD.organization_id
     AND l.role_ids <> '{}';
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_members_end_link_roles AFTER DELETE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION end_roles_by_links();
ALTER TABLE organization_members ENABLE ALWAYS TRIGGER organization_members_end_link_roles;
