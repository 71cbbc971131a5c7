-- When a member joined, to choose the next OWNER. Null: they joined before this column existed, so the account's age
-- counts.
ALTER TABLE users ADD COLUMN organization_joined_at timestamptz;
