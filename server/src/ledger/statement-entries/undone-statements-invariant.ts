import type { Reader } from '../../platform/db/connection.ts'
import type { Count } from '../scheduled-payments/scheduled-payment-invariants.ts'

/**
 * Entries are undone with their import and not otherwise; two people undid it where an entry was booked before. That nothing of them is
 * left in the books is checked with all entries.
 */
export const checkUndoneStatements = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  select (select count(*) from statement_undos) as checked,
         (select count(*) from bank_statement_lines l left join statement_undos u on u.statement_id = l.statement_id
          where (l.state = 'undone') <> (u.statement_id is not null))
         + (select count(*) from statement_undos u
            where u.proposed_by = u.undone_by or (u.proposed_by is null and exists (
              select 1 from bank_statement_lines l join contra_movements m on m.line_id = l.id
              where l.statement_id = u.statement_id
                and (m.purpose not in ('statement', 'withdrawal') or 'suspense' not in (m.debit, m.credit))))) as breaches`
