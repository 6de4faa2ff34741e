-- What the law keeps of an erased person stays until its day by the clock of the database. The subquery reads the row as it was.
alter policy finishing on erasures with check (exists (
  select from erasures old where old.person_id = erasures.person_id
    and (erasures.identity is not distinct from old.identity or (erasures.identity is null and old.identity_until <= now()))));
