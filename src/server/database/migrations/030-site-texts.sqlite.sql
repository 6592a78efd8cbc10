-- Every version of the texts that admins edit. The newest one of each name is in use. Without a row, or with NULL, the
-- default of the release is. No foreign key to the admin: the history outlives accounts.
CREATE TABLE site_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  markdown TEXT,
  changed_by INTEGER,
  changed_at INTEGER NOT NULL
) STRICT;
