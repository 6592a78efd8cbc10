-- What admins tell everyone, or the students of one university, on top of every page. Days are of the campus, both
-- included. `version` grows with each change, so that a changed announcement is shown again where it was dismissed.
CREATE TABLE announcements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  text TEXT NOT NULL,
  link TEXT,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  -- The short name of the university, or null for everyone.
  university TEXT
) STRICT;

-- The moderator who is on a case, for half an hour. `listing_id` is 0 in a case about the student.
CREATE TABLE case_claims (
  student_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  listing_id INTEGER NOT NULL,
  moderator_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  claimed_at INTEGER NOT NULL,
  PRIMARY KEY (student_id, listing_id)
) STRICT;
CREATE INDEX case_claims_by_moderator ON case_claims (moderator_id);
CREATE INDEX case_claims_by_time ON case_claims (claimed_at);

-- What moderators tell each other about a student or one of their listings. `listing_id` has no foreign key: a note
-- outlives the listing, but not the student. Neither has the author, who may leave.
CREATE TABLE internal_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  student_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  listing_id INTEGER,
  author_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX internal_notes_by_student ON internal_notes (student_id, id);
CREATE INDEX internal_notes_by_time ON internal_notes (created_at);

-- The entry of the decision on several cases that this decision, or its undo, is a part of.
ALTER TABLE moderation_log ADD COLUMN together_id INTEGER REFERENCES moderation_log (id);
CREATE INDEX moderation_log_together ON moderation_log (together_id) WHERE together_id IS NOT NULL;
