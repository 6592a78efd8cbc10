-- Finds networks where confirmed students have logged in.
CREATE INDEX security_events_by_network ON security_events (network_hash);
