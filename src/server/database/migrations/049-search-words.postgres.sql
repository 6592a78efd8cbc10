-- The words of listings, by keys that a word with a typing error shares with them.
-- Nothing deletes a word with its listing: a search checks that a listing still has it, and a job deletes the rest.
CREATE TABLE search_words (
  word_key TEXT COLLATE "C" NOT NULL,
  word TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (word_key, word)
);
CREATE INDEX search_words_by_word ON search_words (word);
