CREATE TABLE users (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE sessions (
  selector_hash TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret_hash TEXT NOT NULL,
  previous_secret_hash TEXT,
  rotated_at BIGINT NOT NULL,
  successor_used SMALLINT NOT NULL DEFAULT 0 CHECK (successor_used IN (0, 1)),
  created_at BIGINT NOT NULL,
  refreshed_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_refresh ON sessions (refreshed_at);

CREATE TABLE password_resets (
  token_hash TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);

CREATE TABLE rate_limits (
  bucket TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  resets_at BIGINT NOT NULL
);
CREATE INDEX rate_limits_by_reset ON rate_limits (resets_at);

CREATE TABLE listings (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  category TEXT NOT NULL,
  seller_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  price_cents INTEGER NOT NULL,
  description TEXT NOT NULL,
  details JSONB NOT NULL,
  photos TEXT NOT NULL,
  search_text TEXT NOT NULL,
  posted_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX listings_newest ON listings (category, id DESC);
CREATE INDEX listings_by_price ON listings (category, price_cents, id);
CREATE INDEX listings_by_seller ON listings (seller_id, category, id);

CREATE TABLE photos (
  name TEXT PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  preview TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  uploader_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  uploaded_at BIGINT NOT NULL
);
CREATE INDEX photos_by_uploader ON photos (uploader_id);
CREATE INDEX photos_by_upload ON photos (uploaded_at);

CREATE TABLE photo_uses (
  photo_name TEXT NOT NULL REFERENCES photos (name),
  listing_id BIGINT NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  PRIMARY KEY (photo_name, listing_id)
);
CREATE INDEX photo_uses_by_listing ON photo_uses (listing_id);

CREATE TABLE visits (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  path TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  visited_at BIGINT NOT NULL
);
CREATE INDEX visits_by_time ON visits (visited_at);

CREATE TABLE outgoing_mail (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind TEXT NOT NULL,
  to_address TEXT NOT NULL,
  subject TEXT NOT NULL,
  text_body TEXT NOT NULL,
  html_body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at BIGINT NOT NULL,
  claimed_until BIGINT,
  sent_at BIGINT
);
CREATE INDEX outgoing_mail_unsent ON outgoing_mail (next_attempt_at) WHERE sent_at IS NULL;

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL
);
