-- Users inserted by one statement are counted by one statement: counting row by row took a sixth of an import's time.
CREATE FUNCTION note_users_coming() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_moves
  SELECT 1, id, created_at, email, coalesce(last_login_at, '-infinity'), organization_id FROM came;
  INSERT INTO user_logins SELECT id, coalesce(last_login_at, '-infinity') FROM came;
  RETURN NULL;
END
$$;
DROP TRIGGER users_note_coming_and_going ON users;
CREATE TRIGGER users_note_coming AFTER INSERT ON users
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_users_coming();
CREATE TRIGGER users_note_going AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_user_move();
