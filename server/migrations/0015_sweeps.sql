-- Expired invitations are found by their end, however many are open.
CREATE INDEX organization_invites_expires_idx ON organization_invites (expires_at);
