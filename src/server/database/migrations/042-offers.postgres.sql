-- A structured message has a kind and JSON details besides its text, which says the same in a sentence. The details never
-- change: what becomes of an offer is in its own table.
ALTER TABLE messages ADD COLUMN kind TEXT;
ALTER TABLE messages ADD COLUMN details TEXT CHECK ((kind IS NULL) = (details IS NULL));

-- The offers made in conversations, by their messages. A row may still say open after its expiry: readers compare the
-- time themselves.
CREATE TABLE offers (
  message_id BIGINT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  thread_id BIGINT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  -- Copies of the thread's and the message's, for the indexes. The listing may be deleted since.
  listing_id BIGINT NOT NULL,
  is_from_buyer SMALLINT NOT NULL CHECK (is_from_buyer IN (0, 1)),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  state TEXT NOT NULL CHECK (
    state IN ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'ended', 'undone')),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX offers_by_thread ON offers (thread_id, message_id);
CREATE UNIQUE INDEX offers_one_open ON offers (thread_id) WHERE state = 'open';
CREATE UNIQUE INDEX offers_one_accepted ON offers (listing_id) WHERE state = 'accepted';
CREATE INDEX offers_open_by_expiry ON offers (expires_at) WHERE state = 'open';

-- What a seller says about offers. Only the seller may ever read the lowest one and the words.
ALTER TABLE listings ADD COLUMN is_firm SMALLINT NOT NULL DEFAULT 0 CHECK (is_firm IN (0, 1));
ALTER TABLE listings ADD COLUMN lowest_offer_cents INTEGER CHECK (lowest_offer_cents > 0);
ALTER TABLE listings ADD COLUMN decline_text TEXT;
