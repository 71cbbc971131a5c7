-- The audit trail and the delivery log: the newest page of any filter costs the same at ten thousand rows and at ten million.

-- Ascending, and read backwards: rows arrive in order, so these fill their pages and grow at one end only.
DROP INDEX audit_logs_created_idx;
DROP INDEX audit_logs_organization_idx;
DROP INDEX audit_logs_action_idx;
CREATE INDEX audit_logs_created_idx ON audit_logs (created_at, id);
CREATE INDEX audit_logs_category_idx ON audit_logs (category, created_at, id);
CREATE INDEX audit_logs_action_idx ON audit_logs (action, created_at, id);
-- An organization's entries lie far apart: with the email beside them the index alone answers who is meant.
CREATE INDEX audit_logs_organization_idx ON audit_logs (organization_id, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_organization_category_idx ON audit_logs (organization_id, category, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_organization_action_idx ON audit_logs (organization_id, action, created_at, id) INCLUDE (user_email);

-- A part of an email is looked for among the emails, of which there are few, and not among the entries. An email may
-- appear twice: without a unique index, an insert never waits for another transaction.
CREATE TABLE audit_emails (email varchar(255) NOT NULL);
INSERT INTO audit_emails SELECT DISTINCT user_email FROM audit_logs WHERE user_email IS NOT NULL;
CREATE INDEX audit_emails_email_idx ON audit_emails (email);
CREATE INDEX audit_emails_part_idx ON audit_emails USING gin (email gin_trgm_ops);
ALTER TABLE audit_emails ALTER COLUMN email SET STATISTICS 1000;

CREATE FUNCTION note_audit_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_emails (email)
  SELECT DISTINCT i.user_email FROM inserted i
   WHERE i.user_email IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_emails e WHERE e.email = i.user_email);
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_logs_note_emails AFTER INSERT ON audit_logs
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_audit_emails();

DROP INDEX audit_logs_email_idx;
CREATE INDEX audit_logs_email_idx ON audit_logs (user_email, created_at, id) INCLUDE (organization_id);
ALTER TABLE audit_logs ALTER COLUMN user_email SET STATISTICS 1000;

DROP INDEX emails_created_idx;
CREATE INDEX emails_created_idx ON emails (created_at, id);
CREATE INDEX emails_status_idx ON emails (status, created_at, id);
