import type { Bug } from './bug.ts'

export const rejectedProposalApplied: Bug = {
  title: 'A rejected proposal of a role is carried out',
  caughtBy: ['standing'],
  says: /role became/,
  needs: { kind: 'reject', count: 3 },
  statement: `
    create function apply_rejected() returns trigger language plpgsql security definer as $$
    begin
      update people set role = new.change ->> 'role' where id = new.subject_id;
      return new;
    end $$;
    create trigger apply_rejected after update on proposals
      for each row when (new.state = 'rejected' and new.kind = 'role') execute function apply_rejected()`,
}
