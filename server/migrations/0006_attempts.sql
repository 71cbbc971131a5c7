-- Failed guesses of a secret, counted for two kinds of subject: an address, known or not (the 32 bytes of its hash), and
-- a user who proves something inside a session (the 16 bytes of the id). Their lengths keep them apart.
ALTER TABLE login_attempts RENAME TO attempts;
ALTER TABLE attempts RENAME COLUMN email_hash TO subject;
ALTER INDEX login_attempts_pkey RENAME TO attempts_pkey;
ALTER TABLE attempts ADD CONSTRAINT attempts_subject_check CHECK (octet_length(subject) IN (16, 32));

-- When the last place was taken, and when the last failure was counted: a day after that, the count is forgotten.
ALTER TABLE attempts ADD COLUMN failed_at timestamptz;
UPDATE attempts SET pending_at = updated_at, failed_at = CASE WHEN failures > 0 THEN updated_at END;
ALTER TABLE attempts ALTER COLUMN pending_at SET NOT NULL;
ALTER TABLE attempts DROP COLUMN updated_at;
CREATE INDEX attempts_pending_idx ON attempts (pending_at);
