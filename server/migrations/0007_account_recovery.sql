-- Account recovery: what an account had before its email changed, and what was added since.

-- Null: set before this column existed, and so before any change that can still be undone.
ALTER TABLE users ADD COLUMN two_factor_enabled_at timestamptz, ADD COLUMN password_changed_at timestamptz;

-- Links to the address an account had before. While a link is valid, no other account gets that address. Ordered by id.
CREATE TABLE email_change_undos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email varchar(255) NOT NULL,
  was_verified boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_change_undos_user_idx ON email_change_undos (user_id);
CREATE INDEX email_change_undos_email_idx ON email_change_undos (email);
CREATE INDEX email_change_undos_expires_idx ON email_change_undos (expires_at);

-- Mail that its recipient did not ask for is counted per recipient.
ALTER TABLE emails ADD COLUMN unsolicited boolean NOT NULL DEFAULT false;
CREATE INDEX emails_unsolicited_idx ON emails (to_address, created_at) WHERE unsolicited;

-- An invitation above MEMBER does not outlive its sender's standing.
DELETE FROM organization_invites i
 WHERE i.role <> 'MEMBER' AND NOT EXISTS (
   SELECT 1 FROM users u
    WHERE u.id = i.invited_by_id AND u.organization_id = i.organization_id AND u.is_active
      AND (u.organization_role = 'OWNER' OR (u.organization_role = 'ADMIN' AND i.role = 'ADMIN')));
