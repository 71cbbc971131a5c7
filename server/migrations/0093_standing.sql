-- What the account was when it left this address: its organization, its rank there and its roles. What it gained since
-- doesn't return with it. Null for links from before.
ALTER TABLE email_change_undos ADD COLUMN standing jsonb;
