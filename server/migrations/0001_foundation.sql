-- What several areas use: search in lists, the keys for sealed values, and the nodes that run.
--
-- Until a first release is tagged, these files change in place. From then on they stay as they are, and changes are new
-- files. Every time is written by the service from its own clock, unless a comment says otherwise. Secrets are stored as
-- hashes (…_hash) or sealed, which means encrypted under one of the data keys below.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A search of one or two characters, or of signs, has no trigram. It is looked for by its characters and pairs of these.
-- The other output (a single character at an end) is never searched for.
CREATE FUNCTION short_grams(content text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN string_to_array(content, NULL)
      || string_to_array(regexp_replace(content, '(..)', E'\\1\x1e', 'g'), E'\x1e')
      || string_to_array(regexp_replace(substr(content, 2), '(..)', E'\\1\x1e', 'g'), E'\x1e');
END
$$;

-- The pairs of a search, or its one character.
CREATE FUNCTION search_grams(search text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(search, n, 2)) FROM generate_series(1, greatest(char_length(search) - 1, 1)) AS n
$$;

-- The keys that seal values at rest. They are wrapped by SESSION_SECRET, which can be replaced without sealing everything
-- anew.
CREATE TABLE data_keys (
  id smallint PRIMARY KEY,
  purpose varchar(60), -- set: stands for the key that SESSION_SECRET itself gives for this purpose
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- The nodes that run, for `latchkey doctor --cluster`. A node writes its row every 15 seconds, and deletes it when it stops.
CREATE TABLE nodes (
  id uuid PRIMARY KEY, -- of one run of a node
  name varchar(300) NOT NULL, -- its machine and port
  version varchar(60) NOT NULL,
  settings jsonb NOT NULL, -- those that must agree, by variable
  fingerprints jsonb NOT NULL, -- keyed hashes of those whose value is not told
  clock_ahead_ms double precision NOT NULL, -- how far its clock is ahead of the database's
  uncertain_ms double precision NOT NULL, -- give or take: half the round trip
  heard_at timestamptz NOT NULL -- by the database's clock: nodes are compared by it
);
