-- Goes up with every change of what roles permit and of who holds which, in the same transaction: permissions read
-- earlier still hold while this figure is unchanged.
CREATE TABLE role_changes (n bigint NOT NULL);
INSERT INTO role_changes VALUES (0);

CREATE FUNCTION count_role_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Once a transaction is enough, however many rows it changes.
  UPDATE role_changes SET n = n + 1 WHERE xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;
-- Deferred, so that a transaction waits for nothing else once it holds the one row: there can be no deadlock.
CREATE CONSTRAINT TRIGGER roles_count_change AFTER INSERT OR UPDATE OR DELETE ON roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_role_change();
CREATE CONSTRAINT TRIGGER user_roles_count_change AFTER INSERT OR UPDATE OR DELETE ON user_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_role_change();
