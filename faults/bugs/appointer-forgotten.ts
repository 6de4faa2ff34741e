import type { Bug } from './bug.ts'

/** The rule of the second person then finds no tie between two of whom one appointed the other. */
export const appointerForgotten: Bug = {
  title: 'Who appointed a member of staff is forgotten',
  caughtBy: ['proposals'],
  says: /whom the proposer appointed/,
  needs: { kind: 'propose', count: 8 },
  statement: `
    create function forget_appointer() returns trigger language plpgsql as $$
    begin
      new.role_given_by := null;
      new.role_proposed_by := null;
      return new;
    end $$;
    create trigger forget_appointer before insert or update on people for each row execute function forget_appointer()`,
}
