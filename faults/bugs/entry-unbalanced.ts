import type { Bug } from './bug.ts'

export const entryUnbalanced: Bug = {
  title: 'A journal entry by hand credits a cent more than it debits',
  caughtBy: ['invariants'],
  says: /same sum on both sides/,
  needs: { kind: 'confirm entry', count: 3 },
  statement: `
    create function add_a_cent() returns trigger language plpgsql as $$
    begin
      if new.credit > 0 then new.credit := new.credit + 1; end if;
      return new;
    end $$;
    create trigger add_a_cent before insert on journal_lines for each row execute function add_a_cent()`,
}
