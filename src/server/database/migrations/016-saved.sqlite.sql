-- What a student has saved. `known_at` and `known_status` are what they have heard of it, by saving it or by a mail: what
-- changes after that is news.
CREATE TABLE favourites (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  listing_id INTEGER NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  known_at INTEGER NOT NULL,
  known_status TEXT NOT NULL,
  PRIMARY KEY (user_id, listing_id)
) STRICT;
CREATE INDEX favourites_by_listing ON favourites (listing_id);

-- Former prices of a listing; its present one holds since the last of them.
CREATE TABLE listing_prices (
  listing_id INTEGER NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  price_cents INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  -- 0: the next one means something else, as the price of a place after that of a room.
  is_comparable INTEGER NOT NULL DEFAULT 1 CHECK (is_comparable IN (0, 1)),
  PRIMARY KEY (listing_id, until)
) STRICT;
CREATE INDEX listing_prices_by_end ON listing_prices (until);

-- The price before a drop that is worth telling, and since when it was asked.
ALTER TABLE listings ADD COLUMN was_price_cents INTEGER;
ALTER TABLE listings ADD COLUMN was_price_since INTEGER;

-- Filters of a browse page, as a canonical query. Listings with a rank above `seen_rank` are new to it.
CREATE TABLE saved_searches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  category TEXT NOT NULL,
  query TEXT NOT NULL,
  frequency TEXT NOT NULL CHECK (frequency IN ('soon', 'daily', 'off')),
  seen_rank INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- When the student last said that they are looking, and when it was paused for lack of that.
  wanted_at INTEGER NOT NULL,
  paused_at INTEGER
) STRICT;
CREATE UNIQUE INDEX saved_searches_once ON saved_searches (user_id, category, query);
CREATE INDEX saved_searches_to_run ON saved_searches (frequency, category, id)
  WHERE frequency <> 'off' AND paused_at IS NULL;
CREATE INDEX saved_searches_to_pause ON saved_searches (wanted_at)
  WHERE frequency <> 'off' AND paused_at IS NULL;

-- Each listing is in one mail about new ones to a student, whichever of their searches find it.
CREATE TABLE mailed_listings (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  listing_id INTEGER NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  mailed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, listing_id)
) STRICT;
CREATE INDEX mailed_listings_by_listing ON mailed_listings (listing_id);
CREATE INDEX mailed_listings_by_time ON mailed_listings (mailed_at);

-- Mail about saved searches and favourites at all, and about favourites, which is for those who asked.
ALTER TABLE users ADD COLUMN mail_saved INTEGER NOT NULL DEFAULT 1 CHECK (mail_saved IN (0, 1));
ALTER TABLE users ADD COLUMN mail_favourites INTEGER NOT NULL DEFAULT 0 CHECK (mail_favourites IN (0, 1));
CREATE INDEX users_mailed_favourites ON users (id) WHERE mail_favourites = 1;
