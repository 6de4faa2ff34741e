import type { Reader } from '../../platform/db/connection.ts'
import type { Count } from '../scheduled-payments/scheduled-payment-invariants.ts'
import { sumOfRoundUps } from './round-ups.ts'

/**
 * A round-up is counted again from the postings that it covers, which no other one of the person covers. Each run was moved by one
 * move of its amount, from the main account to the savings account, on a day that has one run.
 */
export const checkSavingsRuns = (sql: Reader, zone: string): PromiseLike<Count[]> => sql<Count[]>`
  with runs as (
    select r.*, ${sumOfRoundUps(sql, { personId: sql`r.person_id`, fromNumber: sql`r.from_number`, toNumber: sql`r.to_number`, unit: sql`r.unit` })}
             as expected,
           t.id is not null and t.method = 'move' and t.status = 'Completed' and t.account_id = r.person_id
             and t.amount = -r.amount and t.party_id = r.account_id and t.value_at = r.at
             and (t.value_at at time zone ${zone})::date >= r.due_on as fits
    from savings_runs r left join transactions t on t.id = r.transaction_id),
  twice as (
    select 1 from savings_runs where kind = 'round_up' group by person_id, due_on having count(*) > 1
    union all
    select 1 from savings_runs where kind = 'every' group by account_id, date_trunc('month', due_on::timestamp) having count(*) > 1
    union all
    select 1 from savings_runs where transaction_id is not null group by transaction_id having count(*) > 1),
  covered as (
    select from_number < lag(to_number) over (partition by person_id order by from_number) as again
    from savings_runs where kind = 'round_up')
  select (select count(*) from savings_runs) as checked,
         (select count(*) from runs where (transaction_id is not null and fits is not true)
            or (kind = 'round_up' and (expected <> amount or from_number >= to_number)))
         + (select count(*) from twice) + (select count(*) from covered where again)
         + (select count(*) from savings_rules r join accounts a on a.id = r.account_id
            where a.owner_id <> r.person_id or a.kind <> 'savings' or a.closed_at is not null
               or r.rounded_to < (select max(s.to_number) from savings_runs s where s.person_id = r.person_id)) as breaches`
