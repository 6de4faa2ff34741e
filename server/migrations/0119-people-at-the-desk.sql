-- concurrently
-- Customers whom staff create at the desk, and members of staff who are no customers. See decision 141.

alter table people
  -- A member of staff who was invited: no customer, and without an account.
  add column if not exists staff_only boolean not null default false,
  -- The member of staff who created this customer at the desk; null: they registered themselves.
  add column if not exists created_by_staff uuid;
drop index concurrently if exists people_staff_only;
create index concurrently people_staff_only on people (id) where staff_only;
drop index concurrently if exists people_created_by_staff;
create index concurrently people_created_by_staff on people (created_by_staff, created_at) where created_by_staff is not null;

-- The row of a member of staff without an account: it stands for the person (lock, numbers of events and audit entries), has no number,
-- by which money could find it, and never holds any.
alter table accounts alter column number drop not null;
alter table accounts
  drop constraint if exists kinds,
  add constraint kinds check (
    owner_id is not null and opened_at is not null and (number is null) = (kind = 'staff') and (
      (kind = 'main' and id = owner_id and goal is null)
      or (kind = 'staff' and id = owner_id and goal is null and name = '' and balance = 0 and held = 0 and posting_number = 0
          and pin_hash is null and code_hash is null)
      or (kind = 'savings' and id <> owner_id and name <> '' and (goal is null or goal > 0)
          and pin_hash is null and code_hash is null and event_number = 0 and audit_number = 0))) not valid;
alter table accounts validate constraint kinds;

-- Of a document that staff submitted for a customer at the desk: who.
alter table verification_documents add column if not exists uploaded_by uuid;
