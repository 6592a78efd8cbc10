-- What a student may do: moderators decide on reports, admins also on moderators.
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'student'
  CHECK (role IN ('student', 'moderator', 'admin'));
-- Copies of what `restrictions` says, for the query of every request.
ALTER TABLE users ADD COLUMN suspended_until INTEGER;
ALTER TABLE users ADD COLUMN banned_at INTEGER;
CREATE INDEX users_with_role ON users (role) WHERE role <> 'student';
CREATE INDEX users_banned ON users (banned_at) WHERE banned_at IS NOT NULL;

-- Every decision, for good: people and things by id, without foreign keys, so that it outlives them. No actor: Quad
-- itself, or an operator.
CREATE TABLE moderation_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at INTEGER NOT NULL,
  action TEXT NOT NULL,
  actor_id INTEGER,
  student_id INTEGER NOT NULL,
  category TEXT,
  listing_id INTEGER,
  reason TEXT,
  days INTEGER,
  role TEXT,
  undoes_id INTEGER REFERENCES moderation_log (id)
) STRICT;
CREATE INDEX moderation_log_by_student ON moderation_log (student_id, id);
CREATE INDEX moderation_log_by_listing ON moderation_log (listing_id, id) WHERE listing_id IS NOT NULL;
CREATE INDEX moderation_log_by_actor ON moderation_log (actor_id, id);
CREATE INDEX moderation_log_by_action ON moderation_log (action, id);
CREATE INDEX moderation_log_by_time ON moderation_log (created_at);
CREATE UNIQUE INDEX moderation_log_undone_once ON moderation_log (undoes_id)
  WHERE undoes_id IS NOT NULL;

CREATE TRIGGER moderation_log_no_update BEFORE UPDATE ON moderation_log BEGIN
  SELECT RAISE(ABORT, 'the moderation log is append-only');
END;
CREATE TRIGGER moderation_log_no_delete BEFORE DELETE ON moderation_log BEGIN
  SELECT RAISE(ABORT, 'the moderation log is append-only');
END;
-- INSERT OR REPLACE deletes without the trigger above, also what has the same undoes_id.
CREATE TRIGGER moderation_log_no_replace BEFORE INSERT ON moderation_log
WHEN EXISTS (SELECT 1 FROM moderation_log WHERE id = new.id OR undoes_id = new.undoes_id) BEGIN
  SELECT RAISE(ABORT, 'the moderation log is append-only');
END;

-- What people wrote about a decision; deleted after 24 months.
CREATE TABLE moderation_notes (
  log_id INTEGER PRIMARY KEY REFERENCES moderation_log (id),
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX moderation_notes_by_time ON moderation_notes (created_at);

-- The status that a hidden or removed listing goes back to and when that began, and the entry of the log that took it
-- down. When its seller was asked whether it is gone, and when the seller last did something with it after being asked.
ALTER TABLE listings ADD COLUMN status_before TEXT
  CHECK (status_before IN ('available', 'pending', 'sold', 'expired'));
ALTER TABLE listings ADD COLUMN status_changed_before INTEGER;
ALTER TABLE listings ADD COLUMN takedown_id INTEGER REFERENCES moderation_log (id);
ALTER TABLE listings ADD COLUMN gone_asked_at INTEGER;
ALTER TABLE listings ADD COLUMN gone_answered_at INTEGER;
CREATE INDEX listings_hidden ON listings (status_changed_at) WHERE status = 'hidden';
CREATE INDEX listings_taken_down ON listings (takedown_id) WHERE takedown_id IS NOT NULL;
CREATE INDEX listings_asked_if_gone ON listings (gone_asked_at) WHERE gone_asked_at IS NOT NULL;

-- A report is about a listing or a student, which may be deleted since, as its reporter may: what was reported and
-- decided stays, by the keyed hash of `restrictions` of the reporter's mailbox. The weight is in halves, as it was when it was written. One that is spent hides nothing: its listing was shown again, the
-- decision on it was undone, or its mailbox has had its say on the listing before.
CREATE TABLE reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reporter_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  reporter_hash TEXT,
  student_id INTEGER NOT NULL,
  category TEXT,
  listing_id INTEGER,
  reason TEXT NOT NULL,
  note TEXT NOT NULL,
  half_weight INTEGER NOT NULL,
  is_established INTEGER NOT NULL CHECK (is_established IN (0, 1)),
  is_spent INTEGER NOT NULL DEFAULT 0 CHECK (is_spent IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'rejected', 'closed')),
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  decision_id INTEGER REFERENCES moderation_log (id)
) STRICT;
CREATE UNIQUE INDEX reports_open_on_listing ON reports (listing_id, reporter_id)
  WHERE state = 'open' AND listing_id IS NOT NULL;
CREATE UNIQUE INDEX reports_open_on_student ON reports (student_id, reporter_id)
  WHERE state = 'open' AND listing_id IS NULL;
CREATE INDEX reports_waiting ON reports (created_at) WHERE state = 'open';
CREATE INDEX reports_by_reporter ON reports (reporter_id, created_at);
CREATE INDEX reports_by_mailbox ON reports (reporter_hash);
CREATE INDEX reports_by_student ON reports (student_id, id);
CREATE INDEX reports_by_listing ON reports (listing_id, id) WHERE listing_id IS NOT NULL;
CREATE INDEX reports_by_decision ON reports (decision_id) WHERE decision_id IS NOT NULL;
CREATE INDEX reports_by_time ON reports (created_at);

-- Suspensions and bans in force, by a keyed hash of the mailbox: leaving and coming back does not end them. Without
-- one, of the account of the entry alone: a stranger may have signed up with the address.
CREATE TABLE restrictions (
  log_id INTEGER PRIMARY KEY REFERENCES moderation_log (id),
  mailbox_hash TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('suspension', 'ban')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT;
CREATE INDEX restrictions_by_mailbox ON restrictions (mailbox_hash);
CREATE INDEX restrictions_by_expiry ON restrictions (expires_at) WHERE expires_at IS NOT NULL;

-- The key of those hashes, which is no secret of `secrets`: backups hold it.
CREATE TABLE restriction_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL
) STRICT;

-- One for each decision that a student can appeal against, from the mail that tells of it; without a text nobody has.
CREATE TABLE appeals (
  log_id INTEGER PRIMARY KEY REFERENCES moderation_log (id),
  student_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL,
  text TEXT,
  created_at INTEGER,
  decision TEXT CHECK (decision IN ('rejected', 'reversed')),
  decision_id INTEGER REFERENCES moderation_log (id)
) STRICT;
CREATE INDEX appeals_waiting ON appeals (created_at) WHERE created_at IS NOT NULL AND decision IS NULL;
CREATE INDEX appeals_by_student ON appeals (student_id);
CREATE INDEX appeals_by_time ON appeals (created_at) WHERE created_at IS NOT NULL;
CREATE INDEX appeals_by_expiry ON appeals (expires_at);
