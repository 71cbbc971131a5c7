-- Whether an organization keeps an OWNER is asked before each departure, however many members there are.
CREATE INDEX users_owner_idx ON users (organization_id) WHERE organization_role = 'OWNER';

-- Deleting a user clears them as inviter.
CREATE INDEX organization_invites_inviter_idx ON organization_invites (invited_by_id);
