-- Lists of users: a page of any filter and order costs the same at ten thousand users and at a million.

-- What a search looks through. The separator is no character anyone types, so that a match lies within one field.
ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || E'\x1f' || email || E'\x1f' || coalesce(username, ''))
) STORED;
CREATE INDEX users_search_idx ON users USING gin (search_text gin_trgm_ops);
-- Whether a search is common or rare decides how it is looked for, and what its estimated total is worth.
ALTER TABLE users ALTER COLUMN search_text SET STATISTICS 1000;

-- Read backwards it is the other order: never signed in first, then the longest ago.
CREATE INDEX users_last_login_idx ON users (last_login_at DESC NULLS LAST, id DESC);
-- Few rows match these filters: without an index, a query would walk past all other users.
CREATE INDEX users_staff_idx ON users (role, created_at, id) WHERE role <> 'USER';
CREATE INDEX users_inactive_idx ON users (created_at, id) WHERE NOT is_active;
