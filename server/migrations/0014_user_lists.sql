-- Lists of users and of organizations: a short search, a common name, one of the first thousand pages and a huge
-- organization cost much the same at ten thousand users and at a million.

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
SET LOCAL maintenance_work_mem = '256MB';
CREATE INDEX users_short_search_idx ON users USING gin (short_grams(search_text));
CREATE INDEX organizations_short_search_idx ON organizations USING gin (short_grams(search_text));
CREATE INDEX audit_emails_short_part_idx ON audit_emails USING gin (short_grams(email));

-- A login changes no index of users, least of all those for searching: when it was is kept apart, in the orders of the
-- lists. -infinity: never.
CREATE TABLE user_logins (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  organization_id uuid,
  last_login_at timestamptz NOT NULL
);
CREATE INDEX user_logins_order_idx ON user_logins (last_login_at, user_id);
CREATE INDEX user_logins_member_idx ON user_logins (organization_id, last_login_at, user_id);
DROP INDEX users_last_login_idx;
ALTER TABLE users SET (fillfactor = 90);

-- Users inserted by one statement are noted by one statement: row by row would slow down an import.
CREATE FUNCTION note_new_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_logins SELECT id, organization_id, coalesce(last_login_at, '-infinity') FROM came;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_note_new AFTER INSERT ON users
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_new_users();
CREATE FUNCTION note_login() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_logins SET organization_id = NEW.organization_id, last_login_at = coalesce(NEW.last_login_at, '-infinity')
   WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_note_login AFTER UPDATE OF last_login_at, organization_id ON users
  FOR EACH ROW WHEN ((OLD.last_login_at, OLD.organization_id) IS DISTINCT FROM (NEW.last_login_at, NEW.organization_id))
  EXECUTE FUNCTION note_login();

-- The members of an organization in each order. The first also serves whatever asks for the organization alone.
CREATE INDEX users_member_idx ON users (organization_id, created_at, id);
CREATE INDEX users_member_email_idx ON users (organization_id, email);
DROP INDEX users_organization_idx;
