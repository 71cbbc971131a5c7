-- What a newer version may add while the one before it still serves: columns with a default or none, tables, and triggers that
-- keep both in step. `lab -- upgrade` applies this; no release has it.

ALTER TABLE api_keys ADD COLUMN label text;

CREATE FUNCTION lab_label_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.label := NEW.name;
  RETURN NEW;
END $$;
-- The version before knows no labels, so it writes them by this.
CREATE TRIGGER lab_label_key BEFORE INSERT OR UPDATE OF name ON api_keys FOR EACH ROW EXECUTE FUNCTION lab_label_key();

UPDATE api_keys SET label = name WHERE label IS DISTINCT FROM name;
CREATE INDEX lab_api_keys_label_idx ON api_keys (label);
