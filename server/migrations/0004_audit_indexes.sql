-- The audit trail and the delivery log: the newest page of any filter costs the same at ten thousand rows and at ten million.

-- Ascending, and read backwards: rows arrive in order, so these fill their pages and grow at one end only.
DROP INDEX audit_logs_created_idx;
DROP INDEX audit_logs_organization_idx;
DROP INDEX audit_logs_action_idx;
CREATE INDEX audit_logs_created_idx ON audit_logs (created_at, id);
CREATE INDEX audit_logs_category_idx ON audit_logs (category, created_at, id);
CREATE INDEX audit_logs_action_idx ON audit_logs (action, created_at, id);
CREATE INDEX audit_logs_organization_idx ON audit_logs (organization_id, created_at, id);
CREATE INDEX audit_logs_organization_category_idx ON audit_logs (organization_id, category, created_at, id);
CREATE INDEX audit_logs_organization_action_idx ON audit_logs (organization_id, action, created_at, id);

-- Whether a partial match is common or rare decides how it is looked for.
ALTER TABLE audit_logs ALTER COLUMN user_email SET STATISTICS 1000;

DROP INDEX emails_created_idx;
CREATE INDEX emails_created_idx ON emails (created_at, id);
CREATE INDEX emails_status_idx ON emails (status, created_at, id);
