-- Links in emails that download all data of a student. Only the hash of the token is stored. The link in the email about a
-- ban has no expiry: it works while that ban is in force.
CREATE TABLE export_links (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  banned_at INTEGER,
  expires_at INTEGER,
  CHECK ((banned_at IS NULL) <> (expires_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX export_links_by_user ON export_links (user_id);
CREATE INDEX export_links_by_expiry ON export_links (expires_at);

-- The disk of DATA_DIR as the process sees it. Each machine has its own. Null if it could not be read.
ALTER TABLE processes ADD COLUMN disk_bytes INTEGER;
ALTER TABLE processes ADD COLUMN free_bytes INTEGER;

-- The page for admins counts bounced mailboxes by domain.
CREATE INDEX users_bounced ON users (email) WHERE bounced_at IS NOT NULL;
