-- The list of all organizations: a page of any order and search costs the same at a hundred and at a hundred thousand.

-- What a search looks through. The separator is no character anyone types, so that a match lies within one field.
ALTER TABLE organizations ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(name || E'\x1f' || slug)
) STORED;
CREATE INDEX organizations_search_idx ON organizations USING gin (search_text gin_trgm_ops);
-- Whether a search is common or rare decides how it is looked for, and what its estimated total is worth.
ALTER TABLE organizations ALTER COLUMN search_text SET STATISTICS 1000;
CREATE INDEX organizations_created_idx ON organizations (created_at, id);
-- With the name itself, the rows that a page skips are not read.
CREATE INDEX organizations_name_idx ON organizations (lower(name), id) INCLUDE (name);

UPDATE roles SET permissions = permissions || '{organizations:read}'
 WHERE name = 'ROLE_ADMIN' AND NOT permissions @> '{organizations:read}';

-- Corrects the wording, unless an ADMIN has changed it.
UPDATE roles SET description = 'Lists the users of their own organization.'
 WHERE name = 'ROLE_MODERATOR' AND description = 'Lists the users of the own organization.';
