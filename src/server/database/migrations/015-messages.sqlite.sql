-- What two students write to each other about a listing. The title is the listing's, as it was with the last message:
-- the listing may be deleted since. Empty where it was taken down. Listing ids are never used again.
CREATE TABLE threads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  category TEXT NOT NULL,
  listing_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_message_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX threads_by_expiry ON threads (expires_at);
CREATE INDEX threads_by_listing ON threads (listing_id);

-- The buyer and the seller of a thread, and what each has seen of it. No user: a deleted account.
CREATE TABLE thread_members (
  thread_id INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  is_buyer INTEGER NOT NULL CHECK (is_buyer IN (0, 1)),
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  -- Copies of the thread's, for the indexes.
  listing_id INTEGER NOT NULL,
  last_message_id INTEGER NOT NULL,
  -- The newest message they have seen, and how many of the other's came after it.
  read_id INTEGER NOT NULL DEFAULT 0,
  unread INTEGER NOT NULL DEFAULT 0,
  -- When a mail about what is unread is due, and whether one was sent since they last read.
  mail_due_at INTEGER,
  is_mailed INTEGER NOT NULL DEFAULT 0 CHECK (is_mailed IN (0, 1)),
  PRIMARY KEY (thread_id, is_buyer)
) STRICT;
CREATE UNIQUE INDEX thread_members_one_per_buyer ON thread_members (listing_id, user_id)
  WHERE is_buyer = 1;
CREATE INDEX thread_members_by_user ON thread_members (user_id, last_message_id);
CREATE INDEX thread_members_unread ON thread_members (user_id) WHERE unread > 0;
CREATE INDEX thread_members_to_mail ON thread_members (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- The client's id makes sending again the same message.
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  thread_id INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  is_from_buyer INTEGER NOT NULL CHECK (is_from_buyer IN (0, 1)),
  client_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX messages_sent_once ON messages (thread_id, is_from_buyer, client_id);
CREATE INDEX messages_by_thread ON messages (thread_id, id);

-- Changes with everything that a student's threads show, but for their listings: a poll of what has not changed costs
-- no other query.
CREATE TABLE message_versions (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version INTEGER NOT NULL
) STRICT;

-- Whom a student wants no messages from: the mailbox, by the keyed hash of `restrictions`, so that another account of it
-- is blocked too, or `account` and the id where a stranger may have signed up with the address. The account may be
-- deleted since.
CREATE TABLE blocks (
  blocker_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  blocked_id INTEGER NOT NULL,
  blocked_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (blocker_id, blocked_hash)
) STRICT;
CREATE INDEX blocks_by_mailbox ON blocks (blocked_hash);

ALTER TABLE users ADD COLUMN mail_messages TEXT NOT NULL DEFAULT 'soon'
  CHECK (mail_messages IN ('soon', 'daily', 'off'));

-- A report of a thread is about the other student; moderators see what was written until then. A reporter has one open
-- report for each thread with a student, and one of the student as such.
ALTER TABLE reports ADD COLUMN thread_id INTEGER;
ALTER TABLE reports ADD COLUMN thread_message_id INTEGER;
DROP INDEX reports_open_on_student;
CREATE UNIQUE INDEX reports_open_on_student ON reports (student_id, reporter_id, COALESCE(thread_id, 0))
  WHERE state = 'open' AND listing_id IS NULL;
ALTER TABLE moderation_log ADD COLUMN thread_id INTEGER;
