-- Local checks: what changed that answers about callers depend on, and who is told. The database itself writes it, in the
-- transaction of the change: workers, commands, imports and psql can't leave it out.

-- A subject is a kind and a bare id: `p:` a person, `s:` a session, `k:` a user's API key, `r:` a role of the service, `o:`
-- an organization with its policy, connections and proven domains, `l:` the lock of an address by its hash, `all` everyone.
-- What leaves the service shows none of it (features/checks/subjects.ts).
--
-- Unlogged: a change costs no write-ahead log, and a server that crashed or was promoted has none of these rows. A
-- process that had read them is told to drop everything then (check_epoch). A standby refuses to read them.
CREATE UNLOGGED TABLE check_changes (
  xact xid8 NOT NULL DEFAULT pg_current_xact_id(), -- the transaction that made the change
  subject_id varchar(80) NOT NULL,
  PRIMARY KEY (xact, subject_id)
);

-- Which life of the database this is, with the start of the server. One row; it goes with the changes.
CREATE UNLOGGED TABLE check_epoch (
  id uuid NOT NULL
);
CREATE UNIQUE INDEX check_epoch_one_idx ON check_epoch ((true));

-- Which changes were visible when: they stay for a while from then on, however long their transaction took.
CREATE UNLOGGED TABLE check_marks (
  at timestamptz NOT NULL,
  visible pg_snapshot NOT NULL
);

-- Who asks for changes. No foreign keys: a process may go on for its bound after its account is gone.
CREATE TABLE check_subscribers (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL, -- the user who asks
  key_id uuid, -- null: by a session
  ip_address varchar(64) NOT NULL,
  max_staleness_ms integer NOT NULL, -- the most it has named
  begun_at timestamptz NOT NULL,
  asked_at timestamptz NOT NULL, -- written up to a second late
  -- The last `after`: of which life of the database, what it covers, and when that was read. Null: it had none.
  after_epoch varchar(100),
  after_covers pg_snapshot,
  after_read_at timestamptz
);
CREATE INDEX check_subscribers_account_idx ON check_subscribers (account_id, asked_at);
CREATE INDEX check_subscribers_asked_idx ON check_subscribers (asked_at);

-- Confirmations under way: meanwhile, nodes write at once what their subscribers have asked with.
CREATE UNLOGGED TABLE check_confirmations (
  id uuid PRIMARY KEY,
  until timestamptz NOT NULL -- by the database's clock
);

-- People. A row by row trigger whose condition fails costs less than a statement that compares: sign-ins and last uses go
-- through here. Many rows that come or go at once are noted by one statement.
CREATE FUNCTION note_person_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) VALUES ('p:' || OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_check_change AFTER UPDATE ON users FOR EACH ROW
  WHEN (ROW(OLD.email, OLD.email_verified_at, OLD.pending_email, OLD.pending_email_until, OLD.username, OLD.first_name,
            OLD.last_name, OLD.role, OLD.is_active, OLD.last_login_at, OLD.organization_id, OLD.two_factor_enabled,
            OLD.passkey_count, OLD.locale, OLD.created_at, OLD.updated_at, OLD.public_metadata::text)
        IS DISTINCT FROM
        ROW(NEW.email, NEW.email_verified_at, NEW.pending_email, NEW.pending_email_until, NEW.username, NEW.first_name,
            NEW.last_name, NEW.role, NEW.is_active, NEW.last_login_at, NEW.organization_id, NEW.two_factor_enabled,
            NEW.passkey_count, NEW.locale, NEW.created_at, NEW.updated_at, NEW.public_metadata::text))
  EXECUTE FUNCTION note_person_change();

CREATE FUNCTION note_gone_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) SELECT 'p:' || id FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_check_gone AFTER DELETE ON users
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_people();

-- What belongs to a person: memberships, roles of the service, and links to identity providers.
CREATE FUNCTION note_new_of_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) SELECT DISTINCT 'p:' || user_id FROM came ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE FUNCTION note_gone_of_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) SELECT DISTINCT 'p:' || user_id FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE FUNCTION note_change_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) VALUES ('p:' || OLD.user_id), ('p:' || NEW.user_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_members_check_new AFTER INSERT ON organization_members
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_new_of_people();
CREATE TRIGGER organization_members_check_gone AFTER DELETE ON organization_members
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_of_people();
CREATE TRIGGER organization_members_check_change AFTER UPDATE ON organization_members FOR EACH ROW
  WHEN (ROW(OLD.organization_id, OLD.user_id, OLD.role, OLD.joined_at, OLD.bound_by, OLD.role_ids)
        IS DISTINCT FROM ROW(NEW.organization_id, NEW.user_id, NEW.role, NEW.joined_at, NEW.bound_by, NEW.role_ids))
  EXECUTE FUNCTION note_change_of_person();
CREATE TRIGGER user_roles_check_new AFTER INSERT ON user_roles
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_new_of_people();
CREATE TRIGGER user_roles_check_gone AFTER DELETE ON user_roles
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_of_people();
CREATE TRIGGER user_roles_check_change AFTER UPDATE ON user_roles FOR EACH ROW
  WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION note_change_of_person();
CREATE TRIGGER sso_links_check_new AFTER INSERT ON sso_links
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_new_of_people();
CREATE TRIGGER sso_links_check_gone AFTER DELETE ON sso_links
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_of_people();
CREATE TRIGGER sso_links_check_change AFTER UPDATE ON sso_links FOR EACH ROW
  WHEN (ROW(OLD.connection_id, OLD.user_id, OLD.email, OLD.last_sign_in_at, OLD.role_ids)
        IS DISTINCT FROM ROW(NEW.connection_id, NEW.user_id, NEW.email, NEW.last_sign_in_at, NEW.role_ids))
  EXECUTE FUNCTION note_change_of_person();

-- Sessions. A refresh only moves the end later, and an answer is never kept past the earlier one.
CREATE FUNCTION note_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) VALUES ('s:' || OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER sessions_check_change AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (NEW.expires_at < OLD.expires_at
        OR ROW(OLD.user_id, OLD.sign_in_method, OLD.signed_in_at, OLD.second_factor, OLD.connection_id, OLD.organization_id, OLD.break_glass_in,
               OLD.impersonated_user_id, OLD.impersonated_email, OLD.impersonation_started_at, OLD.created_at)
           IS DISTINCT FROM
           ROW(NEW.user_id, NEW.sign_in_method, NEW.signed_in_at, NEW.second_factor, NEW.connection_id, NEW.organization_id, NEW.break_glass_in,
               NEW.impersonated_user_id, NEW.impersonated_email, NEW.impersonation_started_at, NEW.created_at))
  EXECUTE FUNCTION note_session_change();
CREATE FUNCTION note_gone_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) SELECT 's:' || id FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER sessions_check_gone AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_sessions();

CREATE FUNCTION note_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) VALUES ('k:' || OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER api_keys_check_change AFTER UPDATE ON api_keys FOR EACH ROW
  WHEN (ROW(OLD.user_id, OLD.key_hash, OLD.organization_id, OLD.by_connection, OLD.permission, OLD.expires_at, OLD.revoked_at)
        IS DISTINCT FROM
        ROW(NEW.user_id, NEW.key_hash, NEW.organization_id, NEW.by_connection, NEW.permission, NEW.expires_at, NEW.revoked_at))
  EXECUTE FUNCTION note_key_change();
CREATE FUNCTION note_gone_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) SELECT 'k:' || id FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER api_keys_check_gone AFTER DELETE ON api_keys
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_keys();

-- One change for a role, however many people hold it; refresh_effective_permissions reaches the roles that inherit.
CREATE FUNCTION note_role_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) VALUES ('r:' || OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER roles_check_change AFTER UPDATE ON roles FOR EACH ROW
  WHEN (ROW(OLD.name, OLD.effective_permissions) IS DISTINCT FROM ROW(NEW.name, NEW.effective_permissions))
  EXECUTE FUNCTION note_role_change();
CREATE TRIGGER roles_check_gone AFTER DELETE ON roles FOR EACH ROW EXECUTE FUNCTION note_role_change();

CREATE FUNCTION note_organization_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) VALUES ('o:' || OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER organizations_check_change AFTER UPDATE ON organizations FOR EACH ROW
  WHEN (ROW(OLD.name, OLD.slug) IS DISTINCT FROM ROW(NEW.name, NEW.slug)) EXECUTE FUNCTION note_organization_change();
CREATE TRIGGER organizations_check_gone AFTER DELETE ON organizations
  FOR EACH ROW EXECUTE FUNCTION note_organization_change();

-- Policies, connections and domains. What has no organization is the service's, and concerns everyone. Where a new row
-- counts from the start, it is a change, too.
CREATE FUNCTION note_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO check_changes (subject_id) VALUES (coalesce('o:' || OLD.organization_id, 'all')) ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO check_changes (subject_id) VALUES (coalesce('o:' || NEW.organization_id, 'all')) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER policies_check_new AFTER INSERT OR DELETE ON policies FOR EACH ROW EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER policies_check_change AFTER UPDATE ON policies FOR EACH ROW
  WHEN (ROW(OLD.organization_id, OLD.two_factor_required, OLD.two_factor_grace_days, OLD.two_factor_required_at,
            OLD.sign_in_methods, OLD.session_minutes, OLD.idle_minutes)
        IS DISTINCT FROM
        ROW(NEW.organization_id, NEW.two_factor_required, NEW.two_factor_grace_days, NEW.two_factor_required_at,
            NEW.sign_in_methods, NEW.session_minutes, NEW.idle_minutes))
  EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER sso_connections_check_new AFTER INSERT ON sso_connections FOR EACH ROW
  WHEN (NEW.enabled OR NEW.required) EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER sso_connections_check_change AFTER UPDATE ON sso_connections FOR EACH ROW
  WHEN (ROW(OLD.organization_id, OLD.enabled, OLD.required, OLD.trusts_second_factor)
        IS DISTINCT FROM ROW(NEW.organization_id, NEW.enabled, NEW.required, NEW.trusts_second_factor))
  EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER sso_connections_check_gone AFTER DELETE ON sso_connections
  FOR EACH ROW EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER organization_domains_check_new AFTER INSERT ON organization_domains FOR EACH ROW
  WHEN (NEW.verified_at IS NOT NULL) EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER organization_domains_check_change AFTER UPDATE ON organization_domains FOR EACH ROW
  WHEN (ROW(OLD.organization_id, OLD.name, OLD.connection_id, OLD.verified_at IS NULL)
        IS DISTINCT FROM ROW(NEW.organization_id, NEW.name, NEW.connection_id, NEW.verified_at IS NULL))
  EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER organization_domains_check_gone AFTER DELETE ON organization_domains FOR EACH ROW
  WHEN (OLD.verified_at IS NOT NULL) EXECUTE FUNCTION note_rule_change();

-- The lock of an address. Attempts that lock nothing are no change.
CREATE FUNCTION note_lock_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id)
  VALUES ('l:' || encode(CASE WHEN TG_OP = 'INSERT' THEN NEW.subject ELSE OLD.subject END, 'hex')) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER attempts_check_new AFTER INSERT ON attempts FOR EACH ROW
  WHEN (NEW.locked_until IS NOT NULL AND octet_length(NEW.subject) = 32) EXECUTE FUNCTION note_lock_change();
CREATE TRIGGER attempts_check_change AFTER UPDATE ON attempts FOR EACH ROW
  WHEN (OLD.locked_until IS DISTINCT FROM NEW.locked_until AND octet_length(OLD.subject) = 32)
  EXECUTE FUNCTION note_lock_change();
CREATE TRIGGER attempts_check_gone AFTER DELETE ON attempts FOR EACH ROW
  WHEN (OLD.locked_until IS NOT NULL AND octet_length(OLD.subject) = 32) EXECUTE FUNCTION note_lock_change();

-- Roles of organizations: an organization's own concerns it, a template and the catalog everyone. A group that gives roles
-- concerns its organization, and who comes into one or leaves it themselves.
CREATE TRIGGER organization_roles_check_new AFTER INSERT ON organization_roles FOR EACH ROW
  WHEN (NEW.is_default) EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER organization_roles_check_change AFTER UPDATE ON organization_roles FOR EACH ROW
  WHEN (ROW(OLD.organization_id, OLD.key, OLD.permissions, OLD.is_default)
        IS DISTINCT FROM ROW(NEW.organization_id, NEW.key, NEW.permissions, NEW.is_default))
  EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER organization_roles_check_gone AFTER DELETE ON organization_roles
  FOR EACH ROW EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER scim_groups_check_change AFTER UPDATE ON scim_groups FOR EACH ROW
  WHEN (ROW(OLD.organization_id, OLD.role_ids) IS DISTINCT FROM ROW(NEW.organization_id, NEW.role_ids))
  EXECUTE FUNCTION note_rule_change();
CREATE TRIGGER scim_groups_check_gone AFTER DELETE ON scim_groups FOR EACH ROW
  WHEN (OLD.role_ids <> '{}') EXECUTE FUNCTION note_rule_change();
CREATE FUNCTION note_new_in_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id)
  SELECT DISTINCT 'p:' || user_id FROM came
   WHERE group_id IN (SELECT giving_groups(ARRAY(SELECT DISTINCT group_id FROM came))) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE FUNCTION note_gone_from_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id)
  SELECT DISTINCT 'p:' || user_id FROM gone
   WHERE group_id IN (SELECT giving_groups(ARRAY(SELECT DISTINCT group_id FROM gone))) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER scim_group_members_check_new AFTER INSERT ON scim_group_members
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_new_in_groups();
CREATE TRIGGER scim_group_members_check_gone AFTER DELETE ON scim_group_members
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_from_groups();

-- What concerns everyone: a role of the system appeared, or a table was emptied.
CREATE FUNCTION note_change_for_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO check_changes (subject_id) VALUES ('all') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_permissions_check_change AFTER INSERT OR UPDATE OR DELETE ON organization_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION note_change_for_all();
CREATE TRIGGER roles_check_new AFTER INSERT ON roles FOR EACH ROW
  WHEN (NEW.name IN ('ROLE_USER', 'ROLE_MODERATOR', 'ROLE_ADMIN')) EXECUTE FUNCTION note_change_for_all();

-- Also in a session that skips triggers, and for every table above that is emptied.
DO $$
DECLARE watched regclass;
DECLARE named text;
BEGIN
  FOR watched IN SELECT DISTINCT tgrelid::regclass FROM pg_trigger WHERE tgname LIKE '%\_check\_%' LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION note_change_for_all()',
                   trim('"' FROM watched::text) || '_check_truncate', watched);
  END LOOP;
  FOR watched, named IN SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgname LIKE '%\_check\_%' LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', watched, named);
  END LOOP;
END
$$;
