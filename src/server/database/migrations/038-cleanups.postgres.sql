-- The hourly cleanup finds rows by their age. Without these indexes it reads the whole tables.
CREATE INDEX sessions_by_creation ON sessions (created_at);
CREATE INDEX signal_answers_with_note ON signal_answers (created_at) WHERE note <> '';
