-- Every version of the campus settings. The newest one is in use; without a row, the built-in campus is.
-- No foreign key to the admin: the history outlives accounts.
CREATE TABLE campus_settings (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  settings TEXT NOT NULL,
  changed_by BIGINT,
  changed_at BIGINT NOT NULL
);
