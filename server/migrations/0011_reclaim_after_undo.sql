-- An undo restores an address that was never verified: the reset that follows reclaims the account, as it would have.
ALTER TABLE users ADD COLUMN reclaim_on_reset boolean NOT NULL DEFAULT false;
