-- The worker looks for the first notice of each application.
CREATE INDEX logout_notices_turn_idx ON logout_notices (application_id, next_attempt_at);
DROP INDEX logout_notices_application_idx;
