-- Every version of the campus settings. The newest one is in use; without a row, the built-in campus is.
-- No foreign key to the admin: the history outlives accounts.
CREATE TABLE campus_settings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  settings TEXT NOT NULL,
  changed_by INTEGER,
  changed_at INTEGER NOT NULL
) STRICT;
