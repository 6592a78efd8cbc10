-- Every version of the texts that admins edit. The newest one of each name is in use. Without a row, or with NULL, the
-- default of the release is. No foreign key to the admin: the history outlives accounts.
CREATE TABLE site_texts (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT NOT NULL,
  markdown TEXT,
  changed_by BIGINT,
  changed_at BIGINT NOT NULL
);
