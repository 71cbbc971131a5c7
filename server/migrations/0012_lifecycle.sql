-- The end of an account: deletion at its owner's request, erasure, and accounts that are no longer used.

-- Accounts that are about to be erased. They are inactive meanwhile; canceling deletes the row.
CREATE TABLE account_deletions (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE, -- of the link that cancels
  reactivates boolean NOT NULL DEFAULT true, -- false: an ADMIN deactivated the account meanwhile, so canceling doesn't activate it
  requested_at timestamptz NOT NULL,
  scheduled_for timestamptz NOT NULL
);
CREATE INDEX account_deletions_due_idx ON account_deletions (scheduled_for);

-- The addresses an account had before. Erasing it erases them, too.
CREATE TABLE former_emails (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email varchar(255) NOT NULL,
  changed_at timestamptz NOT NULL,
  verified_at timestamptz, -- null: it was never verified, so nothing but this row goes by it
  PRIMARY KEY (user_id, email)
);
CREATE INDEX former_emails_email_idx ON former_emails (email);

CREATE FUNCTION note_former_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_emails AS f (user_id, email, changed_at, verified_at)
  VALUES (NEW.id, OLD.email, NEW.updated_at, OLD.email_verified_at)
  ON CONFLICT (user_id, email) DO UPDATE
    SET changed_at = EXCLUDED.changed_at, verified_at = coalesce(f.verified_at, EXCLUDED.verified_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER users_note_former_email AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION note_former_email();

-- What is left of the mail log of an erased account for a day: mail that its recipient did not ask for still counts.
CREATE TABLE erased_mail (
  address_hash bytea NOT NULL, -- SHA-256
  cause text NOT NULL,
  type varchar(30) NOT NULL,
  sender_id uuid,
  sender_organization_id uuid,
  sender_verified boolean,
  created_at timestamptz NOT NULL,
  erased_at timestamptz NOT NULL
);
CREATE INDEX erased_mail_address_idx ON erased_mail (address_hash, cause, created_at);
CREATE INDEX erased_mail_sender_idx ON erased_mail (sender_id, created_at) WHERE sender_id IS NOT NULL;
CREATE INDEX erased_mail_organization_idx ON erased_mail (sender_organization_id, created_at)
  WHERE sender_organization_id IS NOT NULL;
CREATE INDEX erased_mail_erased_idx ON erased_mail (erased_at);

-- Erased accounts whose audit entries may still name them. The entries are erased once they are sealed.
CREATE TABLE audit_erasures (
  person_id uuid PRIMARY KEY,
  emails text[] NOT NULL, -- those that no other account has had; empty once their entries are erased
  is_done boolean NOT NULL DEFAULT false, -- checked once more: an impersonation may have ended since
  next_check_at timestamptz NOT NULL
);
CREATE INDEX audit_erasures_check_idx ON audit_erasures (next_check_at);

-- When accounts were last used, by sessions that are gone. No foreign key: ending a session must not wait for its user.
CREATE TABLE account_uses (
  user_id uuid PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);

CREATE FUNCTION note_last_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_uses AS a (user_id, last_used_at)
  SELECT g.user_id, max(g.last_seen_at) FROM gone g JOIN users u ON u.id = g.user_id GROUP BY g.user_id ORDER BY g.user_id
  ON CONFLICT (user_id) DO UPDATE SET last_used_at = greatest(a.last_used_at, EXCLUDED.last_used_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER sessions_note_last_use AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_last_use();

CREATE FUNCTION forget_last_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM account_uses a USING gone g WHERE a.user_id = g.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_forget_last_use AFTER DELETE ON users
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_last_use();

-- People who were warned that their account is about to be deactivated because it isn't used.
CREATE TABLE inactivity_warnings (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  warned_at timestamptz NOT NULL
);
