-- Memberships: how people come into an organization. Who belongs to which one is in users.

-- Accepting an invitation deletes it. An expired one is no longer accepted.
CREATE TABLE organization_invites (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  invited_by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  email varchar(255) NOT NULL,
  role varchar(20) NOT NULL DEFAULT 'MEMBER' CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
  token_hash bytea NOT NULL UNIQUE,
  by_mail_only boolean NOT NULL DEFAULT false, -- only the mail had the link: using it proves the mailbox
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (organization_id, email)
);
CREATE INDEX organization_invites_list_idx ON organization_invites (organization_id, created_at, id);
-- Deleting a user clears them as inviter.
CREATE INDEX organization_invites_inviter_idx ON organization_invites (invited_by_id);
CREATE INDEX organization_invites_expires_idx ON organization_invites (expires_at);
