-- Figures that a job counts every night: weeks start on a Monday, and week 0 is that of 1970-01-05. The category is empty
-- for all of them together.
CREATE TABLE weekly_figures (
  week INTEGER NOT NULL,
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (week, name, category)
) STRICT, WITHOUT ROWID;

-- How often something happened on a campus day, such as codes that were emailed, by email domain.
CREATE TABLE day_counts (
  day INTEGER NOT NULL,
  name TEXT NOT NULL,
  label TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, name, label)
) STRICT, WITHOUT ROWID;

-- Words of searches that found nothing. The searcher is a hash whose key is deleted after the day.
CREATE TABLE empty_searches (
  day INTEGER NOT NULL,
  word TEXT NOT NULL,
  searcher TEXT NOT NULL,
  PRIMARY KEY (day, word, searcher)
) STRICT, WITHOUT ROWID;

-- The sizes of each night, from which the page projects when the disk is full.
CREATE TABLE site_sizes (
  day INTEGER PRIMARY KEY,
  database_bytes INTEGER NOT NULL,
  photo_bytes INTEGER NOT NULL,
  disk_bytes INTEGER NOT NULL,
  free_bytes INTEGER NOT NULL
) STRICT;

-- The processes that serve the site. Each one writes to its row every minute.
CREATE TABLE processes (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Failed requests by route pattern and hour since 1970.
CREATE TABLE route_errors (
  hour INTEGER NOT NULL,
  route TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (hour, route)
) STRICT, WITHOUT ROWID;

-- The alerts that admins were told about and that are not over.
CREATE TABLE alerts (
  name TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whether an admin gets the email on Mondays.
ALTER TABLE users ADD COLUMN mail_weekly INTEGER NOT NULL DEFAULT 1 CHECK (mail_weekly IN (0, 1));

-- When a new listing first matched the search. What matched earlier searches is unknown, so they count as matched.
ALTER TABLE saved_searches ADD COLUMN matched_at INTEGER;
UPDATE saved_searches SET matched_at = created_at;
