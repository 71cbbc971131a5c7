-- The places that large answers under way take, over all nodes. One whose node has died is free again when it expires.
CREATE TABLE large_answers (
  account_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  place smallint NOT NULL,
  id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, place)
);
