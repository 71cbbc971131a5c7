-- When the session's user last proved who they are: at login, or since. Null: it resumed a remembered login.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
