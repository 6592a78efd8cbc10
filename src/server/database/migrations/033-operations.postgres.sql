-- Figures that a job counts every night: weeks start on a Monday, and week 0 is that of 1970-01-05. The category is empty
-- for all of them together.
CREATE TABLE weekly_figures (
  week BIGINT NOT NULL,
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  value BIGINT NOT NULL,
  PRIMARY KEY (week, name, category)
);

-- How often something happened on a campus day, such as codes that were emailed, by email domain.
CREATE TABLE day_counts (
  day BIGINT NOT NULL,
  name TEXT NOT NULL,
  label TEXT NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (day, name, label)
);

-- Words of searches that found nothing. The searcher is a hash whose key is deleted after the day.
CREATE TABLE empty_searches (
  day BIGINT NOT NULL,
  word TEXT NOT NULL,
  searcher TEXT NOT NULL,
  PRIMARY KEY (day, word, searcher)
);

-- The sizes of each night, from which the page projects when the disk is full.
CREATE TABLE site_sizes (
  day BIGINT PRIMARY KEY,
  database_bytes BIGINT NOT NULL,
  photo_bytes BIGINT NOT NULL,
  disk_bytes BIGINT NOT NULL,
  free_bytes BIGINT NOT NULL
);

-- The processes that serve the site. Each one writes to its row every minute.
CREATE TABLE processes (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
);

-- Failed requests by route pattern and hour since 1970.
CREATE TABLE route_errors (
  hour BIGINT NOT NULL,
  route TEXT NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (hour, route)
);

-- The alerts that admins were told about and that are not over.
CREATE TABLE alerts (
  name TEXT PRIMARY KEY,
  since BIGINT NOT NULL
);

-- Whether an admin gets the email on Mondays.
ALTER TABLE users ADD COLUMN mail_weekly SMALLINT NOT NULL DEFAULT 1 CHECK (mail_weekly IN (0, 1));

-- When a new listing first matched the search. What matched earlier searches is unknown, so they count as matched.
ALTER TABLE saved_searches ADD COLUMN matched_at BIGINT;
UPDATE saved_searches SET matched_at = created_at;
