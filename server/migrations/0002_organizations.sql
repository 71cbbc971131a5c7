-- Organizations: the tenants.

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name varchar(100) NOT NULL,
  slug varchar(60) NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What a search looks through. The separator is no character anyone types, so a match lies within one field.
  search_text text NOT NULL GENERATED ALWAYS AS (lower(name || E'\x1f' || slug)) STORED
);
CREATE INDEX organizations_created_idx ON organizations (created_at, id);
-- With the name itself: the rows that a page skips are not read.
CREATE INDEX organizations_name_idx ON organizations (lower(name), id) INCLUDE (name);
CREATE INDEX organizations_search_idx ON organizations USING gin (search_text gin_trgm_ops);
CREATE INDEX organizations_short_search_idx ON organizations USING gin (short_grams(search_text));
-- Whether a search is common or rare decides how it is looked for, and how good its estimated total is.
ALTER TABLE organizations ALTER COLUMN search_text SET STATISTICS 1000;
