-- The account was reclaimed while it could still return to this verified address. Factors from before it left are set
-- aside while the link works, and end if it isn't used.
ALTER TABLE email_change_undos ADD COLUMN reclaimed boolean NOT NULL DEFAULT false;
