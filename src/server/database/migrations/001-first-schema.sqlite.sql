-- "Quad" in ASCII: tells this file from another program's database.
PRAGMA application_id = 0x51756164;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  selector_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret_hash TEXT NOT NULL,
  previous_secret_hash TEXT,
  rotated_at INTEGER NOT NULL,
  successor_used INTEGER NOT NULL DEFAULT 0 CHECK (successor_used IN (0, 1)),
  created_at INTEGER NOT NULL,
  refreshed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_refresh ON sessions (refreshed_at);

CREATE TABLE password_resets (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_resets_by_user ON password_resets (user_id);

CREATE TABLE rate_limits (
  bucket TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  resets_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limits_by_reset ON rate_limits (resets_at);

CREATE TABLE listings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  category TEXT NOT NULL,
  seller_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  price_cents INTEGER NOT NULL,
  description TEXT NOT NULL,
  details TEXT NOT NULL CHECK (json_valid(details)),
  photos TEXT NOT NULL,
  search_text TEXT NOT NULL,
  posted_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX listings_newest ON listings (category, id DESC);
CREATE INDEX listings_by_price ON listings (category, price_cents, id);
CREATE INDEX listings_by_seller ON listings (seller_id, category, id);

CREATE TABLE photos (
  name TEXT PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  preview TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  uploader_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  uploaded_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX photos_by_uploader ON photos (uploader_id);
CREATE INDEX photos_by_upload ON photos (uploaded_at);

CREATE TABLE photo_uses (
  photo_name TEXT NOT NULL REFERENCES photos (name),
  listing_id INTEGER NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  PRIMARY KEY (photo_name, listing_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX photo_uses_by_listing ON photo_uses (listing_id);

CREATE TABLE visits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  visited_at INTEGER NOT NULL
) STRICT;
CREATE INDEX visits_by_time ON visits (visited_at);

CREATE TABLE outgoing_mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  to_address TEXT NOT NULL,
  subject TEXT NOT NULL,
  text_body TEXT NOT NULL,
  html_body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  claimed_until INTEGER,
  sent_at INTEGER
) STRICT;
CREATE INDEX outgoing_mail_unsent ON outgoing_mail (next_attempt_at) WHERE sent_at IS NULL;

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
