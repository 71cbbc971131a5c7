-- A further role counts in the organization in which it was given, and ends with that membership. One that holds
-- users:read counts everywhere, which is asked when it is read, and outlives a membership without a place.
ALTER TABLE user_roles ADD COLUMN organization_id uuid;
UPDATE user_roles ur SET organization_id = u.organization_id FROM users u WHERE u.id = ur.user_id;

CREATE FUNCTION place_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := (SELECT u.organization_id FROM users u WHERE u.id = NEW.user_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER user_roles_place BEFORE INSERT ON user_roles FOR EACH ROW EXECUTE FUNCTION place_role();

CREATE FUNCTION end_roles_of_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_roles ur USING roles r
   WHERE ur.user_id = NEW.id AND r.id = ur.role_id AND NOT 'users:read' = ANY (r.effective_permissions)
     AND ur.organization_id IS NOT NULL;
  UPDATE user_roles SET organization_id = NULL WHERE user_id = NEW.id AND organization_id IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_end_roles AFTER UPDATE OF organization_id ON users
  FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id)
  EXECUTE FUNCTION end_roles_of_membership();
ALTER TABLE users ENABLE ALWAYS TRIGGER users_end_roles;
