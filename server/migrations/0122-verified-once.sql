-- concurrently
-- When a person first became Active: from then on the name is the one that the bank has verified, whatever the status is. Servers of the
-- version before don't write it, so an Active person is verified too. See server/src/customers/verified.ts.
alter table people add column if not exists verified_at timestamptz;

-- in batches
update people p set verified_at = coalesce(p.verified_by_staff_at, p.created_at)
from (select id from people where status = 'Active' and verified_at is null limit 5000) active
where p.id = active.id;

-- The others, if they were Active once: a person who was frozen while Pending was never verified.
-- in batches
update people p set verified_at = coalesce(p.verified_by_staff_at, p.created_at)
from (select w.id from people w
      where w.status <> 'Active' and w.verified_at is null
        and exists (select from audit a
                    where a.subject_id = w.id and a.action = 'person.status_changed'
                      and 'Active' in (a.before ->> 'status', a.after ->> 'status'))
      limit 5000) once
where p.id = once.id;
