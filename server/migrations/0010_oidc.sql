-- OpenID Connect: the keys that sign, the applications, what they were granted, and which to tell when a session ends.

-- Of an algorithm's keys, the one whose signs_from passed last signs.
CREATE TABLE signing_keys (
  kid varchar(43) PRIMARY KEY,
  algorithm varchar(5) NOT NULL CHECK (algorithm IN ('RS256', 'ES256')),
  public_key jsonb NOT NULL,
  sealed bytea NOT NULL, -- the private key
  signs_from timestamptz NOT NULL,
  published_until timestamptz, -- set when the next key is created
  created_at timestamptz NOT NULL,
  UNIQUE (algorithm, signs_from)
);

CREATE TABLE applications (
  id uuid PRIMARY KEY,
  client_id varchar(500) NOT NULL UNIQUE, -- an address: that of the document which describes it
  name varchar(100) NOT NULL,
  kind varchar(10) NOT NULL CHECK (kind IN ('web', 'spa', 'native', 'service')),
  enabled boolean NOT NULL DEFAULT true, -- if not, it can neither sign anyone in nor get tokens
  redirect_uris text[] NOT NULL,
  post_logout_redirect_uris text[] NOT NULL,
  backchannel_logout_uri text,
  first_party boolean NOT NULL, -- the operator's own: it doesn't ask for consent
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE, -- null: for everyone
  signing_algorithm varchar(5) NOT NULL CHECK (signing_algorithm IN ('RS256', 'ES256')),
  require_pkce boolean NOT NULL,
  scopes text[] NOT NULL,
  device_grant boolean NOT NULL DEFAULT false, -- it may ask for a sign-in with a code that people enter elsewhere
  dynamic boolean NOT NULL DEFAULT false, -- it registered itself: it always asks for consent, and is deleted when unused
  last_used_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX applications_organization_idx ON applications (organization_id);
CREATE INDEX applications_dynamic_idx ON applications (created_at) WHERE dynamic;

CREATE TABLE application_secrets (
  id uuid PRIMARY KEY,
  application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  secret_hash bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX application_secrets_application_idx ON application_secrets (application_id, id);

CREATE TABLE application_consents (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  organization_id uuid, -- that it is about; null: none, or people could never belong to several
  connection_id uuid, -- as in application_grants: it counts only in sessions that this identity provider begins
  scopes text[] NOT NULL, -- all that the user granted
  consented text[], -- what of it they said yes to; null: they were never asked
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (user_id, application_id, organization_id, connection_id)
);
CREATE INDEX application_consents_application_idx ON application_consents (application_id);
CREATE INDEX application_consents_connection_idx ON application_consents (connection_id) WHERE connection_id IS NOT NULL;

CREATE TABLE application_codes (
  code_hash bytea PRIMARY KEY,
  grant_id uuid NOT NULL, -- of the grant that redeeming it creates
  application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  organization_id uuid, -- as in application_grants
  organization_bound boolean NOT NULL, -- as in application_grants
  redirect_uri text NOT NULL,
  code_challenge varchar(128),
  nonce text,
  scopes text[] NOT NULL,
  resource text,
  auth_time timestamptz,
  amr text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  redeemed_at bigint, -- in microseconds; the code is kept for a while after that, to detect replays
  created_at timestamptz NOT NULL
);
CREATE INDEX application_codes_session_idx ON application_codes (session_id);
CREATE INDEX application_codes_user_idx ON application_codes (user_id);
CREATE INDEX application_codes_application_idx ON application_codes (application_id);
CREATE INDEX application_codes_expires_idx ON application_codes (expires_at);

-- What devices without a browser ask for. Decided by a person in a session of theirs; redeemed while that session goes on.
CREATE TABLE device_codes (
  id uuid PRIMARY KEY, -- of the grant that redeeming it creates, too
  device_hash bytea NOT NULL UNIQUE,
  user_hash bytea NOT NULL UNIQUE, -- keyed: there are few codes
  application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  scopes text[] NOT NULL,
  resource text,
  asked_organization text, -- that its tokens are to be about
  ip_address varchar(45) NOT NULL,
  user_agent varchar(512) NOT NULL,
  state varchar(8) NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'allowed', 'denied', 'redeemed')),
  interval_seconds integer NOT NULL, -- between the device's questions
  polled_at timestamptz,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL, -- who decided; the columns below, too, are set by that
  session_id uuid, -- which may have ended
  organization_id uuid, -- as in application_grants
  organization_bound boolean, -- as in application_grants
  auth_time timestamptz,
  amr text[],
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX device_codes_user_idx ON device_codes (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX device_codes_application_idx ON device_codes (application_id);
CREATE INDEX device_codes_expires_idx ON device_codes (expires_at);

-- All the tokens that came of one code.
CREATE TABLE application_grants (
  id uuid PRIMARY KEY,
  application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE, -- ends with that session; null: granted offline_access
  sid uuid NOT NULL, -- the session it began in, which may have ended
  organization_id uuid, -- that its tokens are about, and no other; null: none
  organization_bound boolean NOT NULL, -- the application asked for it, or is for it: the grant ends with the membership
  scopes text[] NOT NULL,
  resource text,
  auth_time timestamptz,
  amr text[] NOT NULL,
  sign_in_method varchar(30), -- of the session it began in, as in sessions
  second_factor boolean NOT NULL DEFAULT false, -- as in sessions
  connection_id uuid, -- as in sessions; it ends with that identity provider's word
  claims json, -- what a hook added to its latest tokens
  refresh_counter integer NOT NULL DEFAULT 0, -- of the refresh token that is valid now
  refresh_rotated_at bigint, -- as in remember_me
  refresh_shared_until timestamptz, -- as in remember_me
  refresh_expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL
);
CREATE INDEX application_grants_session_idx ON application_grants (session_id);
CREATE INDEX application_grants_user_idx ON application_grants (user_id, application_id);
CREATE INDEX application_grants_application_idx ON application_grants (application_id);
CREATE INDEX application_grants_connection_idx ON application_grants (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX application_grants_expires_idx ON application_grants (refresh_expires_at);

-- The applications that a user is signed in to by a session. They are told when it ends, however it ends.
CREATE TABLE application_sessions (
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  PRIMARY KEY (session_id, application_id)
);
CREATE INDEX application_sessions_application_idx ON application_sessions (application_id, user_id);

-- Back-channel logouts to send. Both times are the database's.
CREATE TABLE logout_notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT 'epoch', -- the first is due at once, whatever the clock says
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX logout_notices_due_idx ON logout_notices (next_attempt_at);
-- The worker looks for the first notice of each application.
CREATE INDEX logout_notices_turn_idx ON logout_notices (application_id, next_attempt_at);

-- In the transaction that ends the session, and of an application that is not itself being deleted.
CREATE FUNCTION note_logout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO logout_notices (application_id, user_id, session_id)
  SELECT a.id, OLD.user_id, OLD.session_id FROM applications a
   WHERE a.id = OLD.application_id AND a.backchannel_logout_uri IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER application_sessions_note_logout AFTER DELETE ON application_sessions
  FOR EACH ROW EXECUTE FUNCTION note_logout();
