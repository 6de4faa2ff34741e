import type { Bug } from './bug.ts'

/** What was covered is forgotten: the next day covers the payments of the day before once more. */
export const roundUpTwice: Bug = {
  title: 'A round-up counts the payments of an earlier day again',
  caughtBy: ['invariants'],
  says: /A round-up is moved once/,
  under: 'server killed after the commit of savings',
  statement: `
    create function forget_covered() returns trigger language plpgsql as $$
    begin
      if new.rounded_to is not null then new.rounded_to := old.rounded_to; end if;
      return new;
    end $$;
    create trigger forget_covered before update on savings_rules for each row execute function forget_covered()`,
}
