-- What a student may do: moderators decide on reports, admins also on moderators.
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'student'
  CHECK (role IN ('student', 'moderator', 'admin'));
-- Copies of what `restrictions` says, for the query of every request.
ALTER TABLE users ADD COLUMN suspended_until BIGINT;
ALTER TABLE users ADD COLUMN banned_at BIGINT;
CREATE INDEX users_with_role ON users (role) WHERE role <> 'student';
CREATE INDEX users_banned ON users (banned_at) WHERE banned_at IS NOT NULL;

-- Every decision, for good: people and things by id, without foreign keys, so that it outlives them. No actor: Quad
-- itself, or an operator.
CREATE TABLE moderation_log (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at BIGINT NOT NULL,
  action TEXT NOT NULL,
  actor_id BIGINT,
  student_id BIGINT NOT NULL,
  category TEXT,
  listing_id BIGINT,
  reason TEXT,
  days SMALLINT,
  role TEXT,
  undoes_id BIGINT REFERENCES moderation_log (id)
);
CREATE INDEX moderation_log_by_student ON moderation_log (student_id, id);
CREATE INDEX moderation_log_by_listing ON moderation_log (listing_id, id) WHERE listing_id IS NOT NULL;
CREATE INDEX moderation_log_by_actor ON moderation_log (actor_id, id);
CREATE INDEX moderation_log_by_action ON moderation_log (action, id);
CREATE INDEX moderation_log_by_time ON moderation_log (created_at);
CREATE UNIQUE INDEX moderation_log_undone_once ON moderation_log (undoes_id)
  WHERE undoes_id IS NOT NULL;

CREATE OR REPLACE FUNCTION refuse_change_of_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the moderation log is append-only';
END
$$;
CREATE TRIGGER moderation_log_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON moderation_log
  EXECUTE FUNCTION refuse_change_of_moderation_log();

-- What people wrote about a decision; deleted after 24 months.
CREATE TABLE moderation_notes (
  log_id BIGINT PRIMARY KEY REFERENCES moderation_log (id),
  note TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX moderation_notes_by_time ON moderation_notes (created_at);

-- The status that a hidden or removed listing goes back to and when that began, and the entry of the log that took it
-- down. When its seller was asked whether it is gone, and when the seller last did something with it after being asked.
ALTER TABLE listings ADD COLUMN status_before TEXT
  CHECK (status_before IN ('available', 'pending', 'sold', 'expired'));
ALTER TABLE listings ADD COLUMN status_changed_before BIGINT;
ALTER TABLE listings ADD COLUMN takedown_id BIGINT REFERENCES moderation_log (id);
ALTER TABLE listings ADD COLUMN gone_asked_at BIGINT;
ALTER TABLE listings ADD COLUMN gone_answered_at BIGINT;
CREATE INDEX listings_hidden ON listings (status_changed_at) WHERE status = 'hidden';
CREATE INDEX listings_taken_down ON listings (takedown_id) WHERE takedown_id IS NOT NULL;
CREATE INDEX listings_asked_if_gone ON listings (gone_asked_at) WHERE gone_asked_at IS NOT NULL;

-- A report is about a listing or a student, which may be deleted since, as its reporter may: what was reported and
-- decided stays, by the keyed hash of `restrictions` of the reporter's mailbox. The weight is in halves, as it was when it was written. One that is spent hides nothing: its listing was shown again, the
-- decision on it was undone, or its mailbox has had its say on the listing before.
CREATE TABLE reports (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reporter_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  reporter_hash TEXT,
  student_id BIGINT NOT NULL,
  category TEXT,
  listing_id BIGINT,
  reason TEXT NOT NULL,
  note TEXT NOT NULL,
  half_weight SMALLINT NOT NULL,
  is_established SMALLINT NOT NULL CHECK (is_established IN (0, 1)),
  is_spent SMALLINT NOT NULL DEFAULT 0 CHECK (is_spent IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'rejected', 'closed')),
  created_at BIGINT NOT NULL,
  decided_at BIGINT,
  decision_id BIGINT REFERENCES moderation_log (id)
);
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
  log_id BIGINT PRIMARY KEY REFERENCES moderation_log (id),
  mailbox_hash TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('suspension', 'ban')),
  created_at BIGINT NOT NULL,
  expires_at BIGINT
);
CREATE INDEX restrictions_by_mailbox ON restrictions (mailbox_hash);
CREATE INDEX restrictions_by_expiry ON restrictions (expires_at) WHERE expires_at IS NOT NULL;

-- The key of those hashes, which is no secret of `secrets`: backups hold it.
CREATE TABLE restriction_keys (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL
);

-- One for each decision that a student can appeal against, from the mail that tells of it; without a text nobody has.
CREATE TABLE appeals (
  log_id BIGINT PRIMARY KEY REFERENCES moderation_log (id),
  student_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  expires_at BIGINT NOT NULL,
  text TEXT,
  created_at BIGINT,
  decision TEXT CHECK (decision IN ('rejected', 'reversed')),
  decision_id BIGINT REFERENCES moderation_log (id)
);
CREATE INDEX appeals_waiting ON appeals (created_at) WHERE created_at IS NOT NULL AND decision IS NULL;
CREATE INDEX appeals_by_student ON appeals (student_id);
CREATE INDEX appeals_by_time ON appeals (created_at) WHERE created_at IS NOT NULL;
CREATE INDEX appeals_by_expiry ON appeals (expires_at);
