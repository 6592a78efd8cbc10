-- The text of listings that their student deleted while a grave report was open. It is kept until moderators have
-- decided about the student.
CREATE TABLE deleted_listings (
  listing_id INTEGER PRIMARY KEY,
  category TEXT NOT NULL,
  title TEXT NOT NULL,
  price_cents INTEGER NOT NULL,
  description TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_listings_by_time ON deleted_listings (deleted_at);

-- The listing that a report of a student was about. No foreign key: the report outlives the text.
ALTER TABLE reports ADD COLUMN deleted_listing_id INTEGER;
-- Keyed hash of the mailbox, set when the student deletes the account. The report reopens if the mailbox signs up again.
ALTER TABLE reports ADD COLUMN student_hash TEXT;
DROP INDEX reports_open_on_student;
CREATE UNIQUE INDEX reports_open_on_student
  ON reports (student_id, reporter_id, COALESCE(thread_id, 0), COALESCE(deleted_listing_id, 0))
  WHERE state = 'open' AND listing_id IS NULL;
CREATE INDEX reports_by_deleted_listing ON reports (deleted_listing_id)
  WHERE deleted_listing_id IS NOT NULL;
CREATE INDEX reports_of_leavers ON reports (student_hash) WHERE student_hash IS NOT NULL;
