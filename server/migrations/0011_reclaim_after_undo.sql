-- An undo puts an address back that nobody ever proved: the reset that follows reclaims the account, as it would have.
ALTER TABLE users ADD COLUMN reclaim_on_reset boolean NOT NULL DEFAULT false;
