-- The category's version when the listing last changed. No index has it, so that writing it rewrites no index.
ALTER TABLE listings ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
-- The category's version when something changed that all of its listings show.
ALTER TABLE category_versions ADD COLUMN floor INTEGER NOT NULL DEFAULT 0;
