-- New mail is always due, oldest first.
CREATE INDEX emails_queue_idx ON emails (next_attempt_at, id) WHERE status = 'PENDING';
DROP INDEX emails_due_idx;

-- What roles permit, and who holds which, can change without a row being changed, or in a session that skips triggers.
CREATE TRIGGER roles_count_truncate AFTER TRUNCATE ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION count_role_change();
CREATE TRIGGER user_roles_count_truncate AFTER TRUNCATE ON user_roles
  FOR EACH STATEMENT EXECUTE FUNCTION count_role_change();
ALTER TABLE roles ENABLE ALWAYS TRIGGER roles_count_change;
ALTER TABLE roles ENABLE ALWAYS TRIGGER roles_count_truncate;
ALTER TABLE user_roles ENABLE ALWAYS TRIGGER user_roles_count_change;
ALTER TABLE user_roles ENABLE ALWAYS TRIGGER user_roles_count_truncate;
