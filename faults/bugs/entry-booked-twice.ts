import type { Bug } from './bug.ts'

/** What a confirmation that books without the lock of its proposal would leave. */
export const entryBookedTwice: Bug = {
  title: 'A journal entry by hand is booked twice',
  caughtBy: ['journal entries'],
  needs: { kind: 'confirm entry', count: 3 },
  statement: `
    alter table journal_entries drop constraint journal_entries_proposal_id_key;
    create function book_again() returns trigger language plpgsql security definer as $$
    begin
      if pg_trigger_depth() = 1 then
        insert into journal_entries select (e).* from (select jsonb_populate_record(new, jsonb_build_object(
          'id', gen_random_uuid(), 'number', 1000000 + new.number)) as e) copies;
      end if;
      return new;
    end $$;
    create trigger book_again after insert on journal_entries for each row execute function book_again()`,
}
