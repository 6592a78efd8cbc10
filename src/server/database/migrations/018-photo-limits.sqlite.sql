-- When a photo left a listing that moderators had taken down: no other listing may show it.
ALTER TABLE photos ADD COLUMN taken_down_at INTEGER;

-- `mailboxOf` in SQL: all accounts of a mailbox share one quota.
CREATE INDEX users_by_mailbox ON users (
  (substr(email, 1, instr(replace(email, '+', '@'), '@') - 1) || substr(email, instr(email, '@')))
);

-- Holds the bytes that the quota adds up.
DROP INDEX photos_by_uploader;
CREATE INDEX photos_by_uploader ON photos (uploader_id, uploaded_at, bytes);
