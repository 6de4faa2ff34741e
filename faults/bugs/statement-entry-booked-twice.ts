import type { Bug } from './bug.ts'

export const statementEntryBookedTwice: Bug = {
  title: 'A statement entry is booked again',
  caughtBy: ['statement entries'],
  says: /was booked by/,
  needs: { kind: 'assign statement entry', count: 6 },
  statement: `
    alter table contra_movements drop constraint contra_movements_line_id_purpose_round_key;
    create function wait_again() returns trigger language plpgsql as $$
    begin
      new.state := 'unmatched';
      new.in_suspense := true;
      new.booked_at := null;
      new.deposit_id := null;
      return new;
    end $$;
    create trigger wait_again before update on bank_statement_lines for each row
      when (new.state = 'booked' and new.gl_account is null)
      execute function wait_again()`,
}
