-- concurrently
-- Roles of staff beside Admin. Adding the constraint NOT VALID and validating it afterwards keeps the exclusive lock short.
alter table people drop constraint if exists people_role_check, add constraint people_role_check
  check (role in ('User', 'Support', 'Teller', 'Auditor', 'Admin')) not valid;
alter table people validate constraint people_role_check;
drop index concurrently if exists people_staff;
create index concurrently people_staff on people (id) where role <> 'User';
