-- When an admin hid a version of a text from readers. The index serves every process, which looks for changes twice a second.
ALTER TABLE site_texts ADD COLUMN hidden_at INTEGER;
CREATE INDEX site_texts_hidden_at ON site_texts (hidden_at) WHERE hidden_at IS NOT NULL;
