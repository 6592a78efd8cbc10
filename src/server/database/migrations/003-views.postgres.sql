CREATE TABLE listing_views (
  listing_id BIGINT NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  views INTEGER NOT NULL,
  PRIMARY KEY (listing_id, day)
);
CREATE INDEX listing_views_day ON listing_views (day);

-- Who has been counted today: a hash that says nothing without the day's salt. Both go with the day.
CREATE TABLE counted_views (
  day INTEGER NOT NULL,
  mark TEXT NOT NULL,
  PRIMARY KEY (day, mark)
);

CREATE TABLE day_salts (
  day INTEGER PRIMARY KEY,
  salt TEXT NOT NULL
);
