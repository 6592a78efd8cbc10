-- When the student last proved to read the mailbox; accounts made while that was not asked for have no proof and may
-- go on, those that must confirm may do little before.
ALTER TABLE users ADD COLUMN confirmed_at INTEGER;
ALTER TABLE users ADD COLUMN must_confirm INTEGER NOT NULL DEFAULT 0 CHECK (must_confirm IN (0, 1));
-- Sample and seeded students: their addresses are made up, and no mail is ever sent to them.
ALTER TABLE users ADD COLUMN is_sample INTEGER NOT NULL DEFAULT 0 CHECK (is_sample IN (0, 1));
ALTER TABLE users ADD COLUMN shows_email INTEGER NOT NULL DEFAULT 1 CHECK (shows_email IN (0, 1));
ALTER TABLE users ADD COLUMN mail_reminders INTEGER NOT NULL DEFAULT 1 CHECK (mail_reminders IN (0, 1));
-- When a mail server last refused the address for good; null again once it is confirmed.
ALTER TABLE users ADD COLUMN bounced_at INTEGER;
CREATE INDEX users_to_confirm ON users (created_at) WHERE must_confirm = 1 AND confirmed_at IS NULL;

-- "Firefox on Windows", from the user agent of the login.
ALTER TABLE sessions ADD COLUMN device TEXT;
ALTER TABLE sessions ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET last_used_at = refreshed_at;

CREATE TABLE confirmation_codes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  failed_tries INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX confirmation_codes_by_user ON confirmation_codes (user_id);
CREATE INDEX confirmation_codes_by_expiry ON confirmation_codes (expires_at);

-- Sign-ups of the last hour that are not confirmed yet, by a keyed hash of the network. Without a foreign key: an
-- account that is deleted again still counts.
CREATE TABLE unconfirmed_sign_ups (
  user_id INTEGER PRIMARY KEY,
  network_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX unconfirmed_sign_ups_by_network ON unconfirmed_sign_ups (network_hash, created_at);
CREATE INDEX unconfirmed_sign_ups_by_time ON unconfirmed_sign_ups (created_at);

CREATE TABLE security_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  device TEXT,
  network_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX security_events_by_user ON security_events (user_id, id);
CREATE INDEX security_events_by_time ON security_events (created_at);

-- The sellers whose address someone has seen on a day: a keyed hash of a student's mailbox or of a visitor's network.
CREATE TABLE contact_reads (
  reader TEXT NOT NULL,
  day INTEGER NOT NULL,
  seller_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (reader, day, seller_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX contact_reads_by_day ON contact_reads (day);
CREATE INDEX contact_reads_by_seller ON contact_reads (seller_id);

-- What all processes share and no backup holds.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
