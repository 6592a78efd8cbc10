-- The meetings that two students propose in a conversation, by the message with the first proposal. A row may still say
-- open or agreed after its time: readers compare the time themselves.
CREATE TABLE meetings (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  thread_id INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (
    state IN ('open', 'agreed', 'over', 'declined', 'withdrawn', 'cancelled', 'ended')),
  -- What the two have agreed on. All three are null until then.
  place_kind TEXT CHECK (place_kind IN ('spot', 'address', 'other')),
  place TEXT,
  starts_at INTEGER CHECK (starts_at IS NULL OR (place IS NOT NULL AND place_kind IS NOT NULL)),
  -- The message with the proposal that waits for an answer, and the last time that it proposes.
  proposal_id INTEGER,
  proposal_until INTEGER CHECK ((proposal_id IS NULL) = (proposal_until IS NULL)),
  -- How often the agreed meeting was moved or cancelled, for calendars.
  sequence INTEGER NOT NULL DEFAULT 0,
  buyer_here_at INTEGER,
  seller_here_at INTEGER,
  buyer_outcome TEXT CHECK (buyer_outcome IN ('sold', 'not_yet', 'no_show')),
  seller_outcome TEXT CHECK (seller_outcome IN ('sold', 'not_yet', 'no_show')),
  -- What a student says when the other says that they did not come.
  buyer_view TEXT CHECK (buyer_view IN ('was_there', 'could_not_come')),
  seller_view TEXT CHECK (seller_view IN ('was_there', 'could_not_come')),
  -- When the emails are due that remind both, and that ask both how it went.
  remind_at INTEGER,
  ask_at INTEGER,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX meetings_by_thread ON meetings (thread_id, message_id);
CREATE UNIQUE INDEX meetings_one_live ON meetings (thread_id) WHERE state IN ('open', 'agreed');
CREATE INDEX meetings_by_reminder ON meetings (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX meetings_by_question ON meetings (ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX meetings_open_by_end ON meetings (proposal_until) WHERE state = 'open';

-- The links that students have given to friends. Only the hash of a token is stored. Each of the two has at most one link.
CREATE TABLE meeting_links (
  meeting_id INTEGER NOT NULL REFERENCES meetings (message_id) ON DELETE CASCADE,
  is_buyer INTEGER NOT NULL CHECK (is_buyer IN (0, 1)),
  token_hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (meeting_id, is_buyer)
) STRICT, WITHOUT ROWID;
CREATE INDEX meeting_links_by_end ON meeting_links (expires_at);
