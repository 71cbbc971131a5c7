-- When the proof was given that `methods` describes: the sign-in, or a later proof as strong as it. proven_at is the last
-- proof of any strength.
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz;
UPDATE sessions SET authenticated_at = created_at WHERE methods IS NOT NULL;
