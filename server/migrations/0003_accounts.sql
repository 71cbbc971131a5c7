-- Accounts: the people, and what their profile holds.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email varchar(255) NOT NULL UNIQUE, -- lower case, in Unicode form NFC
  email_verified_at timestamptz,
  email_set_by_admin boolean NOT NULL DEFAULT false, -- an ADMIN vouches for an address that was never verified
  pending_email varchar(255), -- the next address, until it is verified
  pending_email_until timestamptz,
  username varchar(100),
  first_name varchar(100),
  last_name varchar(100),
  password_hash varchar(512), -- null: signs in by other means; an imported hash carries its parameters
  password_changed_at timestamptz, -- null: never since the account was created
  role varchar(20) NOT NULL DEFAULT 'USER' CHECK (role IN ('USER', 'MODERATOR', 'ADMIN')),
  is_active boolean NOT NULL DEFAULT true,
  last_login_at timestamptz,
  organization_id uuid, -- the default of the organizations they belong to (organization_members); null: they have none
  two_factor_secret bytea, -- sealed; set while two_factor_enabled is false: the setup is not finished
  two_factor_enabled boolean NOT NULL DEFAULT false,
  two_factor_verified boolean NOT NULL DEFAULT false, -- a code was entered since the setup
  two_factor_enabled_at timestamptz,
  two_factor_by_connection boolean NOT NULL DEFAULT false, -- set up in a session that an identity provider began
  two_factor_last_step bigint, -- the time step of the last code used: neither it nor an older one works again
  passkey_count smallint NOT NULL DEFAULT 0, -- kept with the passkeys, under the user's lock: every request reads it
  locale varchar(35), -- the language they chose; null: none, so mail comes in the default
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What applications keep with the user, as the JSON text they sent: the limit counts its bytes. Null: nothing.
  public_metadata json
    CHECK (json_typeof(public_metadata) = 'object' AND octet_length(public_metadata::text) <= 8192),
  private_metadata json
    CHECK (json_typeof(private_metadata) = 'object' AND octet_length(private_metadata::text) <= 8192),
  -- What a search looks through. The separator is no character anyone types, so a match lies within one field.
  search_text text NOT NULL GENERATED ALWAYS AS (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || E'\x1f' || email || E'\x1f' || coalesce(username, ''))
  ) STORED
) WITH (fillfactor = 90); -- room for the next sign-in on the same page
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE INDEX users_created_idx ON users (created_at, id);
-- Few rows match these filters: without an index, a query would walk past all other users.
CREATE INDEX users_staff_idx ON users (role, created_at, id) WHERE role <> 'USER';
CREATE INDEX users_inactive_idx ON users (created_at, id) WHERE NOT is_active;
-- How many have a second factor, without reading the others.
CREATE INDEX users_two_factor_idx ON users (id) WHERE is_active AND two_factor_enabled;
CREATE INDEX users_passkeys_idx ON users (id) WHERE is_active AND passkey_count > 0;
CREATE INDEX users_search_idx ON users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_short_search_idx ON users USING gin (short_grams(search_text));
-- Whether a search is common or rare decides how it is looked for, and how good its estimated total is.
ALTER TABLE users ALTER COLUMN search_text SET STATISTICS 1000;

-- When each user last signed in, in the order of the list. Kept apart, so a sign-in changes no index of users.
CREATE TABLE user_logins (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  last_login_at timestamptz NOT NULL -- -infinity: never
);
CREATE INDEX user_logins_order_idx ON user_logins (last_login_at, user_id);

-- Users inserted by one statement are noted by one statement: row by row would slow down an import.
CREATE FUNCTION note_new_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_logins SELECT id, coalesce(last_login_at, '-infinity') FROM came;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_note_new AFTER INSERT ON users
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_new_users();

-- The passwords before the current one, which can't be chosen again.
CREATE TABLE password_history (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  password_hash varchar(512) NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX password_history_user_idx ON password_history (user_id, id DESC);

CREATE TABLE profile_pictures (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  content_type varchar(100) NOT NULL,
  content bytea NOT NULL,
  etag varchar(64) NOT NULL,
  updated_at timestamptz NOT NULL
);
