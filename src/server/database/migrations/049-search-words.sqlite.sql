-- The words of listings, by keys that a word with a typing error shares with them.
-- Nothing deletes a word with its listing: a search checks that a listing still has it, and a job deletes the rest.
CREATE TABLE search_words (
  word_key TEXT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (word_key, word)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_words_by_word ON search_words (word);
