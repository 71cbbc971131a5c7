-- What waits for the next version, when no node of the one before is left: rules that its writes would break, and the end of what
-- kept both in step.

DROP TRIGGER lab_label_key ON api_keys;
DROP FUNCTION lab_label_key();
ALTER TABLE api_keys ALTER COLUMN label SET DEFAULT '';
ALTER TABLE api_keys ALTER COLUMN label SET NOT NULL;
