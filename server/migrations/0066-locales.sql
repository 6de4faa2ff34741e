-- The language that a person chose; null: none yet. No check: languages are added, and one that is no longer offered means
-- the default.
alter table people add column locale text;
