-- SCIM: what organizations' directories say of people and groups.

-- A person whom a directory created, adopted or changed. The link ends with the membership, unless the directory ended it.
CREATE TABLE scim_links (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_name varchar(255) NOT NULL, -- as the directory sent it, as the next five; the address, if it sent none
  external_id varchar(255),
  display_name varchar(255),
  given_name varchar(100),
  family_name varchar(100),
  preferred_language varchar(255),
  sent_email varchar(255), -- the last address; null: the directory sent none
  is_suspended boolean NOT NULL DEFAULT false, -- not a member, because the directory said active: false
  user_created_at timestamptz NOT NULL, -- a copy of what users say, for the order of the list
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE UNIQUE INDEX scim_links_user_name_key ON scim_links (organization_id, lower(user_name));
CREATE INDEX scim_links_external_idx ON scim_links (organization_id, external_id);
CREATE INDEX scim_links_sent_idx ON scim_links (organization_id, sent_email);
CREATE INDEX scim_links_order_idx ON scim_links (organization_id, user_created_at, user_id);
CREATE INDEX scim_links_user_idx ON scim_links (user_id);

CREATE FUNCTION copy_to_new_link() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  SELECT u.created_at INTO NEW.user_created_at FROM users u WHERE u.id = NEW.user_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER scim_links_copy BEFORE INSERT ON scim_links
  FOR EACH ROW EXECUTE FUNCTION copy_to_new_link();

-- organization_members.is_linked says whether there is a link. By an index, as copy_to_new_member.
CREATE FUNCTION note_link() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE organization_members SET is_linked = (TG_OP = 'INSERT')
   WHERE organization_id = coalesce(NEW.organization_id, OLD.organization_id)
     AND user_id = coalesce(NEW.user_id, OLD.user_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER scim_links_note AFTER INSERT OR DELETE ON scim_links FOR EACH ROW EXECUTE FUNCTION note_link();

-- How many people each directory manages: its list says so, and counting a hundred thousand takes longer than reading a
-- page. Not kept with the organization, whose row callers compare to see that nothing changed.
CREATE TABLE scim_counts (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  people integer NOT NULL
);

CREATE FUNCTION count_new_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scim_counts AS c (organization_id, people)
  SELECT organization_id, count(*) FROM made GROUP BY organization_id ORDER BY organization_id
      ON CONFLICT (organization_id) DO UPDATE SET people = c.people + excluded.people;
  RETURN NULL;
END
$$;
CREATE TRIGGER scim_links_count_new AFTER INSERT ON scim_links
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_new_links();

CREATE FUNCTION count_ended_links() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE scim_counts c SET people = c.people - e.people
    FROM (SELECT organization_id, count(*) AS people FROM ended GROUP BY organization_id) AS e
   WHERE c.organization_id = e.organization_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER scim_links_count_ended AFTER DELETE ON scim_links
  REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION count_ended_links();

CREATE FUNCTION link_new_member() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE scim_links SET is_suspended = false
   WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id;
  NEW.is_linked := FOUND;
  RETURN NEW;
END
$$;
CREATE TRIGGER organization_members_link BEFORE INSERT ON organization_members
  FOR EACH ROW EXECUTE FUNCTION link_new_member();

-- Accounts that a directory deactivated and that no one else changed since: it may activate them again, and so may others
-- once the person has left its organization.
CREATE TABLE scim_deactivations (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL, -- whose directory; may be gone
  deactivated_at timestamptz NOT NULL
);

CREATE FUNCTION forget_deactivation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM scim_deactivations WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_forget_deactivation AFTER UPDATE OF is_active ON users
  FOR EACH ROW WHEN (OLD.is_active <> NEW.is_active) EXECUTE FUNCTION forget_deactivation();

CREATE TABLE scim_groups (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  display_name varchar(255) NOT NULL,
  external_id varchar(255),
  role varchar(20) CHECK (role = 'ADMIN'), -- that its members have; null: the group gives no rank
  role_ids uuid[] NOT NULL DEFAULT '{}', -- the roles that its members have while they are in it (0016)
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX scim_groups_name_key ON scim_groups (organization_id, lower(display_name));
CREATE INDEX scim_groups_external_idx ON scim_groups (organization_id, external_id);
CREATE INDEX scim_groups_order_idx ON scim_groups (organization_id, created_at, id);

CREATE TABLE scim_group_members (
  group_id uuid NOT NULL REFERENCES scim_groups (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX scim_group_members_user_idx ON scim_group_members (user_id, group_id);

-- A membership that the directory didn't end takes the link and the places in groups with it.
CREATE FUNCTION end_link() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM scim_links
              WHERE organization_id = OLD.organization_id AND user_id = OLD.user_id AND is_suspended)
  THEN RETURN NULL; END IF;
  DELETE FROM scim_links WHERE organization_id = OLD.organization_id AND user_id = OLD.user_id;
  DELETE FROM scim_group_members m USING scim_groups g
   WHERE m.user_id = OLD.user_id AND g.id = m.group_id AND g.organization_id = OLD.organization_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_members_end_link AFTER DELETE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION end_link();
