-- What is sealed at rest is sealed under these, and these are wrapped by SESSION_SECRET: it can be replaced without
-- sealing everything anew. A key with a purpose stands for one that an earlier version derived from SESSION_SECRET.
CREATE TABLE data_keys (
  id smallint PRIMARY KEY,
  purpose varchar(60),
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL
);
