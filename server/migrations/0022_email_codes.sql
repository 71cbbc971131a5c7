-- A code that was mailed to sign in with, and the link beside it. One a user: a new one takes the place of the one before.
CREATE TABLE email_codes (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email varchar(255) NOT NULL,
  code_hash bytea NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- Of the cookie in the browser that asked: the link works there alone.
  browser_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX email_codes_expires_idx ON email_codes (expires_at);
