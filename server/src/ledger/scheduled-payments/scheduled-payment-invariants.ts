import { MAX_TRIES } from '#contract/payments/scheduled-payment-reasons.ts'
import type { Reader } from '../../platform/db/connection.ts'

export type Count = { checked: bigint; breaches: bigint }

/**
 * Each run of a scheduled payment was paid once, for a day on which it was due. Of the scheduled payment only amount and message
 * may have changed since; the amount is compared with the run's. A month is counted from the start: PostgreSQL too takes the
 * last day of a shorter one.
 */
export const checkPaidScheduledPayments = (sql: Reader, zone: string): PromiseLike<Count[]> => sql<Count[]>`
  with paid as (
    select r.order_id, r.due_on, r.transaction_id,
           t.id is not null and t.type = 'Transfer' and t.method in ('wire', 'internal') and t.reverses_id is null
             and t.account_id = o.account_id and a.owner_id = o.person_id and t.amount = -r.amount
             and t.party_account = o.party_account and t.party_name = o.party_name and t.party_bank = o.party_bank
             and t.party_iban = o.party_iban and t.party_swift = o.party_swift
             and t.value_at = r.tried_at and (t.value_at at time zone ${zone})::date >= r.due_on as fits
    from order_runs r join orders o on o.id = r.order_id
    left join transactions t on t.id = r.transaction_id left join accounts a on a.id = t.account_id
    where r.status = 'sent'),
  twice as (
    select order_id from order_runs group by order_id, due_on having count(*) > 1
    union all
    select min(order_id::text)::uuid from paid group by transaction_id having count(*) > 1),
  days as (
    select case o.every when 'once' then r.due_on = o.start_on
                        when 'week' then (r.due_on - o.start_on) % 7 = 0
                        else r.due_on = (o.start_on + make_interval(months => (
                          (extract(year from r.due_on) - extract(year from o.start_on)) * 12
                          + extract(month from r.due_on) - extract(month from o.start_on))::int))::date end
             and r.due_on >= o.start_on and (o.until is null or r.due_on <= o.until) as due
    from order_runs r join orders o on o.id = r.order_id)
  select (select count(*) from order_runs) as checked,
         (select count(*) from paid where fits is not true) + (select count(*) from twice)
         + (select count(*) from days where due is not true) as breaches`

/** What is due next has no run yet, and what failed waits only while its scheduled payment is active. */
export const checkWaitingScheduledPayments = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  select (select count(*) from orders) as checked,
         (select count(*) from orders o where o.next_on <= (select max(r.due_on) from order_runs r where r.order_id = o.id))
         + (select count(*) from order_runs r join orders o on o.id = r.order_id
            where r.tries > ${MAX_TRIES} or (r.status = 'retrying' and (o.status <> 'active' or r.tries >= ${MAX_TRIES}
                                                                        or r.try_on <= r.due_on)))
         + (select count(*) from orders o where o.status = 'active' and o.next_on is null
            and not exists (select 1 from order_runs r where r.order_id = o.id and r.status = 'retrying'))
         + (select count(*) from orders o join accounts a on a.id = o.account_id
            where a.owner_id <> o.person_id or (a.closed_at is not null and o.status <> 'ended')) as breaches`

/** The text of transfer-authorisations.ts, with the schedule. What was changed later was approved by another one. */
export const checkSignedScheduledPayments = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  select count(*) as checked,
         count(*) filter (where o.person_id <> a.person_id or a.order_id is distinct from o.id
                          or a.challenge <> sha256(convert_to(signed.text, 'UTF8'))) as breaches
  from orders o join transfer_authorisations a on a.id = o.authorisation_id
  cross join lateral (
    select string_agg(octet_length(part) || ':' || part || ',', '' order by place) as text
    from unnest(array['order', encode(a.nonce, 'hex'), o.party_account, o.party_name, o.party_bank, o.party_iban, o.party_swift,
                      o.amount::text, o.start_on::text, o.every, coalesce(o.until::text, '')] || ${messagePart(sql, sql`o.message`)})
      with ordinality as parts (part, place)) as signed`

/** Last in what is signed, and no part of it where there is none. */
export const messagePart = (sql: Reader, message: ReturnType<Reader>) =>
  sql`array_remove(array[nullif(${message}, '')], null)`
