import { MAX_SAVINGS_ACCOUNTS } from '#contract/customers/accounts.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { checkReports } from '../account-balances.ts'
import { checkClosings } from '../closings.ts'
import { checkDayTotals } from '../day-totals.ts'
import { checkErasures } from '../erase-records.ts'
import { checkJournalChain, checkJournalPeople, checkJournalSums } from '../journal/journal-invariants.ts'
import { checkPaidRequests } from '../pay-requests/pay-request-invariants.ts'
import { checkPaymentRuns } from '../payment-runs/payment-run-invariants.ts'
import { checkChains } from '../proof/check-chains.ts'
import { checkSavingsRuns } from '../savings/savings-invariants.ts'
import {
  type Count,
  checkPaidScheduledPayments,
  checkSignedScheduledPayments,
  checkWaitingScheduledPayments,
  messagePart,
} from '../scheduled-payments/scheduled-payment-invariants.ts'
import {
  checkBookedStatementEntries,
  checkDoubleCredits,
  checkMovements,
  checkStatementEntryTargets,
} from '../statement-entries/external-money-invariants.ts'
import { checkUndoneStatements } from '../statement-entries/undone-statements-invariant.ts'
import { checkKeptSums } from './kept-sums-invariant.ts'
import { checkStatementSums } from './statement-invariants.ts'

export type Finding = { number: number; title: string; checked: bigint; breaches: bigint }

type Invariant = { title: string; check: (sql: Reader, zone: string) => PromiseLike<Count[]> }

/** What must hold at any moment, each as one query that an auditor can run by hand; only the trees of seals are rebuilt here. */
export const invariants: readonly Invariant[] = [
  {
    title: 'Every balance is the sum of its postings',
    check: (sql) => sql<Count[]>`
      select count(*) as checked, count(*) filter (where a.balance <> coalesce(p.total, 0)) as breaches
      from accounts a
      left join (select account_id, sum(amount) as total from postings group by account_id) p on p.account_id = a.id`,
  },
  {
    title: 'Held money is the sum of pending transfers',
    check: (sql) => sql<Count[]>`
      select count(*) as checked, count(*) filter (where a.held <> coalesce(t.total, 0)) as breaches
      from accounts a
      left join (select account_id, -sum(amount) as total from transactions
                 where status = 'Pending' and type = 'Transfer' group by account_id) t on t.account_id = a.id`,
  },
  {
    title: 'No account is overdrawn: 0 ≤ held ≤ balance',
    check: (sql) => sql<Count[]>`
      select count(*) as checked, count(*) filter (where not (held >= 0 and held <= balance)) as breaches from accounts`,
  },
  {
    title: 'Postings are numbered without a gap and their balances telescope',
    check: (sql) => sql<Count[]>`
      with numbered as (
        select account_id, number, balance_after,
               row_number() over (partition by account_id order by number) as expected,
               sum(amount) over (partition by account_id order by number) as running
        from postings),
      ends as (select account_id, max(number) as last from postings group by account_id)
      select (select count(*) from postings) as checked,
             (select count(*) from numbered where number <> expected or balance_after <> running)
             + (select count(*) from accounts a left join ends e on e.account_id = a.id
                where a.posting_number <> coalesce(e.last, 0)) as breaches`,
  },
  {
    title: 'Customer balances and internal accounts sum to zero',
    check: (sql) => sql<Count[]>`
      with internal as (select contra, -sum(amount) as balance from postings group by contra),
      unbalanced as (select entry_id from postings where contra = 'customer_funds' group by entry_id having sum(amount) <> 0)
      select (select count(*) from postings) as checked,
             (case when (select coalesce(sum(balance), 0) from accounts)
                        + (select coalesce(sum(balance), 0) from internal) = 0 then 0 else 1 end)
             + (select count(*) from unbalanced) as breaches`,
  },
  {
    title: 'A Completed transaction has exactly one entry, any other none',
    check: (sql) => sql<Count[]>`
      with posted as (select transaction_id, count(*) as times, min(account_id::text) as account_id, sum(amount) as amount
                      from postings group by transaction_id)
      select (select count(*) from transactions) as checked, count(*) as breaches
      from transactions t full join posted p on p.transaction_id = t.id
      where t.id is null
         or (t.status = 'Completed' and (p.times is distinct from 1 or p.amount <> t.amount
                                         or p.account_id <> t.account_id::text))
         or (t.status <> 'Completed' and p.times is not null)`,
  },
  {
    title: 'The hash chains of ledger, audit log and seals verify',
    check: checkChains,
  },
  {
    title: 'Monthly figures equal the postings they summarize',
    check: (sql, zone) => sql<Count[]>`
      with expected as (
        select p.account_id, date_trunc('month', coalesce(o.value_at, p.value_at) at time zone ${zone})::date as month,
               coalesce(sum(p.amount) filter (where coalesce(o.amount, p.amount) > 0), 0) as deposits,
               coalesce(-sum(p.amount) filter (where coalesce(o.amount, p.amount) < 0), 0) as transfers
        from postings p
        left join transactions r on r.id = p.transaction_id and r.reverses_id is not null
        left join transactions o on o.id = r.reverses_id
        -- Money between accounts of the same owner is neither income nor spending.
        where not exists (select 1 from transactions t join accounts a on a.id = t.account_id join accounts b on b.id = t.party_id
                          where t.id = p.transaction_id and p.contra = 'customer_funds' and a.owner_id = b.owner_id)
        group by 1, 2)
      select (select count(*) from account_months) as checked, count(*) as breaches
      from account_months m full join expected e using (account_id, month)
      where m.deposits is distinct from e.deposits or m.transfers is distinct from e.transfers`,
  },
  {
    title: 'A status changed once, away from Pending, as audited; no one confirmed their own proposal',
    check: (sql) => sql<Count[]>`
      with decided as (
        select before ->> 'transactionId' as id, count(*) as times, min(after ->> 'status') as status,
               min(before ->> 'proposedBy') as proposed_by
        from audit where action in ('transaction.approved', 'transaction.declined') group by 1),
      proposed as (
        select distinct on (id) coalesce(before ->> 'transactionId', after ->> 'transactionId') as id, actor_id::text as by
        from audit where action in ('transaction.proposed', 'account.fund_proposed', 'account.debit_proposed',
                                    'transaction.reversal_proposed', 'transaction.return_proposed')
        order by 1, at desc, audit.id desc)
      select (select count(*) from transactions) as checked, count(*) as breaches
      from transactions t left join decided d on d.id = t.id::text left join proposed p on p.id = t.id::text
      where (t.status = 'Pending' and d.times is not null)
         or (t.status <> 'Pending' and t.decided_at is null)
         or (t.status <> 'Pending' and ((t.method not in ('adjustment', 'move') and t.reverses_id is null)
                                        or t.proposed_by is not null)
             and t.origin_id is null
             -- Completed at once: no one decided.
             and not (t.method = 'internal' and t.status = 'Completed' and t.decided_by is null and d.times is null)
             and (d.times is distinct from 1 or d.status <> t.status)
             -- The audit log is about staff: a transfer that its owner cancelled is decided by the owner, and not in it.
             and not (d.times is null and t.status = 'Declined' and t.type = 'Transfer'
                      and t.decided_by = (select o.owner_id from accounts o where o.id = t.account_id)
                      and t.method <> 'adjustment' and t.reverses_id is null))
         or (p.by is distinct from t.proposed_by::text
             -- A lapsed first approval is removed when another person approves a customer's own transaction alone.
             and not coalesce(t.status = 'Completed' and t.proposed_by is null and d.proposed_by is null
                              and p.by <> t.decided_by::text and t.method <> 'adjustment' and t.reverses_id is null, false))
         or (t.status = 'Completed' and t.proposed_by = t.decided_by)`,
  },
  {
    title:
      'A closed account has balance zero and nothing pending and was not posted to again; a closed person has no other',
    check: (sql) => sql<Count[]>`
      select count(*) as checked,
             count(*) filter (where (p.status <> 'Closed' and a.kind <> 'savings') or a.closed_at is null
               or a.balance <> 0 or a.held <> 0
               or exists (select 1 from transactions t where t.account_id = a.id and t.status = 'Pending')
               or exists (select 1 from postings o where o.account_id = a.id and o.booked_at > a.closed_at)) as breaches
      from people p join accounts a on a.owner_id = p.id where p.status = 'Closed' or a.closed_at is not null`,
  },
  {
    title: 'A transfer approved by passkey is the one that was signed',
    check: (sql) => sql<Count[]>`
      select count(*) as checked,
             count(*) filter (where o.owner_id <> a.person_id or t.type <> 'Transfer'
                              or a.challenge <> sha256(convert_to(signed.text, 'UTF8'))) as breaches
      from transfer_authorisations a join transactions t on t.id = a.transaction_id
      join accounts o on o.id = t.account_id
      cross join lateral (
        select string_agg(octet_length(part) || ':' || part || ',', '' order by place) as text
        from unnest(array['transfer', encode(a.nonce, 'hex'), t.party_account, t.party_name, t.party_bank, t.party_iban,
                          t.party_swift, (-t.amount)::text] || ${messagePart(sql, sql`t.message`)}) with ordinality as parts (part, place)) as signed`,
  },
  {
    title: 'A transaction is reversed at most once, by the opposite amount',
    check: (sql) => sql<Count[]>`
      with reversals as (select * from transactions where reverses_id is not null and status <> 'Declined'),
      pairs as (
        select r.status, rp.entry_id, op.entry_id as original_entry_id,
               o.status = 'Completed' and o.reverses_id is null and o.account_id = r.account_id and o.amount = -r.amount as fits,
               rp.amount = -op.amount and rp.contra = op.contra as posted
        from reversals r left join transactions o on o.id = r.reverses_id
        left join postings rp on rp.transaction_id = r.id left join postings op on op.transaction_id = o.id)
      select (select count(*) from reversals) as checked,
             (select count(*) from pairs where fits is not true or (status = 'Completed' and posted is not true))
             + (select count(*) from (select 1 from reversals group by reverses_id having count(*) > 1) as twice)
             + (select count(*) from (select 1 from pairs group by entry_id
                                      having entry_id is not null and count(distinct original_entry_id) > 1) as mixed) as breaches`,
  },
  {
    title: 'A proposal was carried out by someone other than its proposer and its subject, as audited',
    check: (sql) => sql<Count[]>`
      select count(*) as checked,
             count(*) filter (where p.decided_by = p.proposed_by or p.decided_by = p.subject_id
                              or a.times is distinct from 1 or a.by is distinct from p.decided_by::text) as breaches
      from proposals p left join (
        select before ->> 'proposalId' as id, count(*) as times, min(actor_id::text) as by
        from audit where action = 'proposal.confirmed' group by 1) a on a.id = p.id::text
      where p.state = 'confirmed' or a.id is not null`,
  },
  {
    title:
      'Everybody has one main account, with the secrets and numbers of the person, or a row without money; savings accounts have none',
    check: (sql) => sql<Count[]>`
      select (select count(*) from accounts) as checked,
             (select count(*) from people p
              where (select count(*) from accounts a where a.owner_id = p.id and a.kind = case when p.staff_only then 'staff' else 'main' end) <> 1)
             + (select count(*) from accounts a
                where not exists (select 1 from people p where p.id = a.owner_id)
                   or a.kind not in ('main', 'savings', 'staff') or (a.kind <> 'savings') <> (a.id = a.owner_id)
                   or (a.kind = 'staff' and (a.number is not null or a.balance <> 0 or a.held <> 0
                       or exists (select 1 from accounts o where o.owner_id = a.owner_id and o.id <> a.id)
                       or exists (select 1 from transactions t where t.account_id = a.id or t.party_id = a.id)))
                   or (a.kind = 'savings' and (a.pin_hash is not null or a.code_hash is not null or a.event_number <> 0 or a.audit_number <> 0
                       or exists (select 1 from audit l where l.chain_id = a.id))))
             + (select count(*) from (select 1 from accounts where kind = 'savings' and closed_at is null
                                      group by owner_id having count(*) > ${MAX_SAVINGS_ACCOUNTS}) as too_many) as breaches`,
  },
  {
    title:
      'A move or instant transfer has two postings in one entry that sum to zero; a move stays with its owner, and no instant transfer has a flag',
    check: (sql) => sql<Count[]>`
      with moves as (
        select p.entry_id, bool_or(t.method = 'internal') as instant, bool_or(t.flags <> '') as flagged,
               bool_and(t.decided_at = t.submitted_at) as at_once, count(distinct t.method) as methods,
               count(*) as postings, sum(p.amount) as total, count(distinct a.id) as accounts,
               count(distinct a.owner_id) as owners, count(*) filter (where t.id = p.entry_id and p.amount < 0) as sending,
               count(*) filter (where t.origin_id = p.entry_id and p.amount > 0) as receiving,
               bool_and(t.status = 'Completed' and p.contra = 'customer_funds') as completed
        from transactions t left join postings p on p.transaction_id = t.id left join accounts a on a.id = p.account_id
        where t.reverses_id is null
          -- Looked up one by one: a hash of all origins, most of which are null, can take gigabytes.
          and (t.method = 'move' or (t.method = 'internal' and t.status = 'Completed'
               and coalesce((select o.decided_by from transactions o where o.id = t.origin_id), t.decided_by) is null))
        group by p.entry_id)
      select count(*) as checked,
             count(*) filter (where entry_id is null or postings <> 2 or total <> 0 or accounts <> 2 or methods <> 1
                              or (owners <> 1 and not instant) or (instant and (flagged or not at_once))
                              or sending <> 1 or receiving <> 1 or not completed) as breaches
      from moves`,
  },
  {
    title: 'A scheduled payment was made once for each due day, as its owner approved it',
    check: checkPaidScheduledPayments,
  },
  {
    title: 'A scheduled payment waits only while it is active, for a day that has no run',
    check: checkWaitingScheduledPayments,
  },
  {
    title: 'A scheduled payment approved by passkey is the one that was signed',
    check: checkSignedScheduledPayments,
  },
  {
    title: 'Every statement entry is booked exactly once, or waits, or is ignored with a reason',
    check: checkBookedStatementEntries,
  },
  {
    title:
      'A booked statement entry is one completed wire of its amount, or the return of another, decided by no party to it',
    check: checkStatementEntryTargets,
  },
  {
    title:
      'No statement entry credits a person beside a deposit that it may be, nor a deposit beside such an entry, unless staff said so',
    check: checkDoubleCredits,
  },
  {
    title: 'Movements of external accounts add up to their ledger balances, and their hash chains verify',
    check: checkMovements,
  },
  {
    title: 'Statement entries are undone with their import, by two people where one was booked before',
    check: checkUndoneStatements,
  },
  {
    title:
      'A journal entry by hand has the same sum on both sides, on accounts of the chart that are not customers’; a reversal is its opposite',
    check: checkJournalSums,
  },
  {
    title:
      'A journal entry by hand was confirmed by another person than its proposer, is booked once as proposed and audited, and reversed at most once',
    check: checkJournalPeople,
  },
  {
    title: 'Journal entries by hand are numbered without a gap, and their hash chain verifies',
    check: checkJournalChain,
  },
  {
    title: 'The sums of days, which reports use, are the bookings of these days',
    check: checkDayTotals,
  },
  {
    title:
      'A wire is in at most one payment run that lives; runs agree with their payments, a rejected one has its return',
    check: checkPaymentRuns,
  },
  {
    title: 'An erased person is closed, was erased once, as audited, and has no way to log in',
    check: checkErasures,
  },
  {
    // Foreign keys say so too, of every row that was written while they were there (decision 121).
    title: 'Every transaction, posting, monthly figure and audit entry belongs to an account',
    check: (sql) => sql<Count[]>`
      with owned as (
        select account_id from transactions union all select account_id from postings
        union all select account_id from account_months union all select chain_id from audit)
      select count(*) as checked, count(*) filter (where a.id is null) as breaches
      from owned left join accounts a on a.id = owned.account_id`,
  },
  {
    title: 'The sums of months, which statements use, are the postings of these months',
    check: checkStatementSums,
  },
  {
    title: 'A request for a fixed amount has at most one live payment, of its amount, to its requester',
    check: checkPaidRequests,
  },
  {
    title: 'What the verification every ten minutes keeps of each account agrees with its postings',
    check: checkKeptSums,
  },
  {
    title:
      'A round-up is moved once per day and equals the round-ups of the payments it covers; a monthly amount is moved once',
    check: checkSavingsRuns,
  },
  {
    title: 'Balance sheet and profit and loss agree with the bookings, all of which are in the chart of accounts',
    check: checkReports,
  },
  {
    title: 'Nothing is booked into a closed period',
    check: checkClosings,
  },
]

/** One at a time, so that a caller can stop at the first breach. */
export async function* checkOneByOne(sql: Reader, zone: string): AsyncGenerator<Finding> {
  for (const [index, { title, check }] of invariants.entries()) {
    const [count] = await check(sql, zone)
    if (!count) throw new Error(`Invariant ${index + 1} returned no row`)
    // PostgreSQL sums bigint as numeric, which the driver returns as text.
    yield { number: index + 1, title, checked: BigInt(count.checked), breaches: BigInt(count.breaches) }
  }
}

export async function checkInvariants(sql: Reader, zone: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const finding of checkOneByOne(sql, zone)) findings.push(finding)
  return findings
}
