import type { Bug } from './bug.ts'

export const rejectedDocumentsAccepted: Bug = {
  title: 'Rejected documents make the person Active',
  caughtBy: ['verifications'],
  needs: { kind: 'reject documents', count: 2 },
  statement: `
    create function accept_rejected() returns trigger language plpgsql security definer as $$
    begin
      update people set status = 'Active' where id = new.person_id;
      return new;
    end $$;
    create trigger accept_rejected after update on verifications
      for each row when (new.state = 'rejected') execute function accept_rejected()`,
}
