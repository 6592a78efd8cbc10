-- When a role ends: the first moment after its last day. Null: it does not end yet, as that of the only admin. The last day
-- on which the student used the role, when an admin last confirmed it, and the end that the warning email was about.
ALTER TABLE users ADD COLUMN role_ends_at BIGINT;
ALTER TABLE users ADD COLUMN role_active_on TEXT;
ALTER TABLE users ADD COLUMN role_confirmed_at BIGINT;
ALTER TABLE users ADD COLUMN role_end_told BIGINT;

-- A hold keeps everything about a student and hides their listings. It has the entry of the log that began it.
ALTER TABLE users ADD COLUMN held_at BIGINT;
ALTER TABLE users ADD COLUMN hold_review_at BIGINT;
ALTER TABLE users ADD COLUMN hold_log_id BIGINT;
CREATE INDEX users_held ON users (id) WHERE held_at IS NOT NULL;

-- When the account is deleted because the student asked for it, and the entry of the log.
ALTER TABLE users ADD COLUMN delete_at BIGINT;
ALTER TABLE users ADD COLUMN deletion_log_id BIGINT;
CREATE INDEX users_to_delete ON users (delete_at) WHERE delete_at IS NOT NULL;

-- The notes of the admins for their successors: one row. `version` says whether somebody else has saved since.
CREATE TABLE handover_notes (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  text TEXT NOT NULL,
  version BIGINT NOT NULL,
  changed_by BIGINT,
  changed_at BIGINT NOT NULL
);
