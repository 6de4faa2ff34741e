-- concurrently
-- Every character and every two adjacent ones of an address, which trigrams can't find: see decision 127. They are cut with a line
-- feed, which no address has. A search reads the pending list of the index, so it stays short.
drop index concurrently if exists people_short_parts;
create index concurrently people_short_parts on people using gin ((
  string_to_array(email_key, null)
  || string_to_array(regexp_replace(email_key, '..', '\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(substr(email_key, 2), '..', '\&' || chr(10), 'g'), chr(10))
)) with (gin_pending_list_limit = 256);
