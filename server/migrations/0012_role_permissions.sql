-- All that a role permits, its own and what it inherits, kept ready: it is read on every request.
ALTER TABLE roles ADD COLUMN effective_permissions text[] NOT NULL DEFAULT '{}';

CREATE FUNCTION refresh_effective_permissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH RECURSIVE line (id, above) AS (
    SELECT r.id, r.id FROM roles r
    UNION SELECT l.id, r.parent_id FROM line l JOIN roles r ON r.id = l.above WHERE r.parent_id IS NOT NULL),
  truth AS (
    SELECT l.id, array_agg(DISTINCT p.permission ORDER BY p.permission) FILTER (WHERE p.permission IS NOT NULL) AS permissions
      FROM line l JOIN roles r ON r.id = l.above LEFT JOIN unnest(r.permissions) AS p (permission) ON true
     GROUP BY l.id)
  UPDATE roles r SET effective_permissions = coalesce(t.permissions, '{}') FROM truth t
   WHERE t.id = r.id AND r.effective_permissions <> coalesce(t.permissions, '{}');
  RETURN NULL;
END
$$;
-- Changes of roles take turns: of two concurrent ones, each would miss what the other has changed. The service
-- takes this lock as well, before any other (accounts/permission-store.ts).
CREATE FUNCTION lock_privileges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7236491056);
  RETURN NULL;
END
$$;
CREATE TRIGGER roles_lock BEFORE INSERT OR UPDATE OF permissions, parent_id ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION lock_privileges();
CREATE TRIGGER roles_refresh AFTER INSERT OR UPDATE OF permissions, parent_id ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_effective_permissions();

UPDATE roles SET permissions = permissions;
