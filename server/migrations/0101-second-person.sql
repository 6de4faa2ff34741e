-- concurrently
-- Who may be a second person, and what one member of staff decides alone. See decision 064.

alter table people
  -- The third person who confirmed the role last. It counts if it is later than role_given_at.
  add column if not exists role_confirmed_by uuid,
  add column if not exists role_confirmed_at timestamptz,
  -- When second factors were last reset by staff, or set up where there were none.
  add column if not exists factors_changed_at timestamptz,
  -- Who ended the status Pending, and when: by approving documents or by hand.
  add column if not exists verified_by_staff uuid,
  add column if not exists verified_by_staff_at timestamptz;

-- in batches
update people p set verified_by_staff = v.decided_by, verified_by_staff_at = v.decided_at
from (select distinct on (d.person_id) d.person_id, d.decided_by, d.decided_at
      from verifications d join people w on w.id = d.person_id
      where d.state = 'approved' and d.decided_by is not null and d.decided_at > now() - interval '30 days'
        and w.verified_by_staff_at is null
      order by d.person_id, d.decided_at desc limit 1000) v
where p.id = v.person_id and p.verified_by_staff_at is null;

drop index concurrently if exists people_verified_by_staff;
create index concurrently people_verified_by_staff on people (verified_by_staff, verified_by_staff_at)
  where verified_by_staff is not null;

-- The same decisions as in transactions_decided_by_staff, by who decided them.
drop index concurrently if exists transactions_by_decider;
create index concurrently transactions_by_decider on transactions (decided_by, decided_at)
  where status = 'Completed' and decided_by is not null and proposed_by is null and (origin_id is null or reverses_id is not null);

alter table proposals drop constraint if exists proposals_kind_check, add constraint proposals_kind_check
  check (kind in ('role', 'email', 'pin_reset', 'bank_details', 'crypto_addresses', 'mail_server', 'erasure', 'factors_reset',
                  'contact_number')) not valid;
alter table proposals validate constraint proposals_kind_check;
