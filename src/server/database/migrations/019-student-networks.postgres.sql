-- Whether students who are confirmed have logged in from a network.
CREATE INDEX security_events_by_network ON security_events (network_hash);
