import type { EndReason, RunReason } from '#contract/payments/scheduled-payment-reasons.ts'
import { column } from '../platform/db/arrays.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import type { ScheduledPayment, ScheduledPaymentRun } from './scheduled-payment.ts'
import type { Command, ScheduledPaymentRunCommand } from './types.ts'

export type ScheduledPaymentRow = {
  id: string
  person_id: string
  account_id: string
  status: ScheduledPayment['status']
  name: string
  amount: bigint
  party_name: string
  party_account: string
  party_bank: string
  party_iban: string
  party_swift: string
  message: string | null
  start_on: string
  every: ScheduledPayment['schedule']['every']
  until: string | null
  next_on: string | null
  authorisation_id: string | null
  device_since: Date | null
  end_reason: EndReason | null
  ended_at: Date | null
  created_at: Date
  deleted_at: Date | null
}

export const scheduledPaymentColumns = (sql: Reader) =>
  sql.unsafe(
    `o.id, o.person_id, o.account_id, o.status, o.name, o.amount, o.party_name, o.party_account, o.party_bank, o.party_iban,
     o.party_swift, o.message, o.start_on, o.every, o.until, o.next_on, o.authorisation_id, o.device_since, o.end_reason, o.ended_at, o.created_at,
     o.deleted_at`,
  )

export const toScheduledPayment = (row: ScheduledPaymentRow): ScheduledPayment => ({
  id: row.id,
  personId: row.person_id,
  accountId: row.account_id,
  status: row.status,
  name: row.name,
  amountCents: row.amount,
  counterparty: {
    name: row.party_name,
    accountNumber: row.party_account,
    bankName: row.party_bank,
    iban: row.party_iban,
    swiftCode: row.party_swift,
  },
  message: row.message ?? '',
  schedule: { startOn: row.start_on, every: row.every, until: row.until },
  nextOn: row.next_on,
  authorisationId: row.authorisation_id,
  deviceSince: row.device_since,
  endReason: row.end_reason,
  endedAt: row.ended_at,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
})

export type ScheduledPaymentRunRow = {
  order_id: string
  due_on: string
  run_status: ScheduledPaymentRun['status']
  tries: number
  try_on: string | null
  reason: RunReason | null
  run_amount: bigint
  tried_at: Date
  transaction_id: string | null
}

export const runColumns = (sql: Reader) =>
  sql.unsafe(
    `r.order_id, r.due_on, r.status as run_status, r.tries, r.try_on, r.reason, r.amount as run_amount, r.tried_at, r.transaction_id`,
  )

export const toRun = (row: ScheduledPaymentRunRow): ScheduledPaymentRun => ({
  scheduledPaymentId: row.order_id,
  dueOn: row.due_on,
  status: row.run_status,
  tries: row.tries,
  tryOn: row.try_on,
  reason: row.reason,
  amountCents: row.run_amount,
  triedAt: row.tried_at,
  transactionId: row.transaction_id,
})

export const runsOf = (commands: readonly Command[]): ScheduledPaymentRunCommand[] =>
  commands.filter((command) => command.kind === 'run_scheduled_payment')

/**
 * Locks in the order of ids, after the accounts. Every change of a scheduled payment holds the lock of its account, but the
 * erasure of its payee, which takes out texts: who writes a scheduled payment back has read it under this lock.
 */
export const lockScheduledPayments = (tx: Tx, ids: readonly string[]) =>
  tx<
    ScheduledPaymentRow[]
  >`select ${scheduledPaymentColumns(tx)} from orders o where o.id = any(${ids as string[]}::uuid[]) order by o.id for update`

/** The runs that commands try, and all runs of the same scheduled payments that wait to be tried again. */
export const readRuns = (
  tx: Reader,
  runs: readonly Pick<ScheduledPaymentRunCommand, 'scheduledPaymentId' | 'dueOn'>[],
) => tx<ScheduledPaymentRunRow[]>`
  select ${runColumns(tx)} from order_runs r
  where r.order_id = any(${column(runs, ({ scheduledPaymentId }) => scheduledPaymentId)}::uuid[])
    and (r.try_on is not null or exists (
      select 1 from unnest(${column(runs, ({ scheduledPaymentId }) => scheduledPaymentId)}::uuid[], ${column(runs, ({ dueOn }) => dueOn)}::date[])
        as given (order_id, due_on)
      where given.order_id = r.order_id and given.due_on = r.due_on))`

export type DueRow = ScheduledPaymentRow & { due_on: string }

/**
 * Due days and further tries, from two partial indexes that hold nothing due most of the time. Servers read the same rows and
 * submit the same commands: the ledger decides under lock which is first, and the others change nothing.
 */
export const readDueScheduledPayments = (sql: Reader, today: string, limit: number) => sql<DueRow[]>`
  (select ${scheduledPaymentColumns(sql)}, o.next_on as due_on from orders o
   where o.next_on <= ${today} order by o.next_on, o.id limit ${limit})
  union all
  (select ${scheduledPaymentColumns(sql)}, r.due_on from order_runs r join orders o on o.id = r.order_id
   where r.try_on <= ${today} order by r.try_on, r.order_id limit ${limit})
  limit ${limit}`

/** One at a time: people make them by hand. */
export async function insertScheduledPayments(tx: Tx, scheduledPayments: readonly ScheduledPayment[]): Promise<void> {
  for (const scheduled of scheduledPayments) {
    const { counterparty: party, schedule } = scheduled
    await tx`
      insert into orders (id, person_id, account_id, status, name, amount, party_name, party_account, party_bank, party_iban,
        party_swift, message, start_on, every, until, next_on, authorisation_id, device_since, created_at)
      values (${scheduled.id}, ${scheduled.personId}, ${scheduled.accountId}, ${scheduled.status}, ${scheduled.name}, ${scheduled.amountCents},
        ${party.name}, ${party.accountNumber}, ${party.bankName}, ${party.iban}, ${party.swiftCode}, ${scheduled.message || null},
        ${schedule.startOn}, ${schedule.every}, ${schedule.until}, ${scheduled.nextOn}, ${scheduled.authorisationId}, ${scheduled.deviceSince},
        ${scheduled.createdAt})`
  }
}

/** A scheduled payment that has ended stays so, and only then is it deleted. */
export async function updateScheduledPayments(tx: Tx, scheduledPayments: readonly ScheduledPayment[]): Promise<void> {
  const result = await tx`
    update orders o
    set status = u.status, amount = u.amount, message = u.message, next_on = u.next_on, authorisation_id = u.authorisation_id,
        device_since = u.device_since, end_reason = u.end_reason, ended_at = u.ended_at, deleted_at = u.deleted_at
    from unnest(
      ${column(scheduledPayments, (o) => o.id)}::uuid[], ${column(scheduledPayments, (o) => o.status)}::text[],
      ${column(scheduledPayments, (o) => o.amountCents)}::bigint[], ${column(scheduledPayments, (o) => o.message || null)}::text[],
      ${column(scheduledPayments, (o) => o.nextOn)}::date[],
      ${column(scheduledPayments, (o) => o.authorisationId)}::uuid[], ${column(scheduledPayments, (o) => o.deviceSince)}::timestamptz[],
      ${column(scheduledPayments, (o) => o.endReason)}::text[],
      ${column(scheduledPayments, (o) => o.endedAt)}::timestamptz[], ${column(scheduledPayments, (o) => o.deletedAt)}::timestamptz[])
      as u (id, status, amount, message, next_on, authorisation_id, device_since, end_reason, ended_at, deleted_at)
    where o.id = u.id and (o.status <> 'ended' or u.status = 'ended')`
  if (result.count !== scheduledPayments.length) throw new Error('A scheduled payment that has ended was changed')
}

/** The primary key refuses a second run of a due day. */
export function insertRuns(tx: Tx, runs: readonly ScheduledPaymentRun[]) {
  return tx`
    insert into order_runs (order_id, due_on, status, tries, try_on, reason, amount, tried_at, transaction_id)
    select * from ${runsGiven(tx, runs)}`
}

/** Only a run that waits for its next try changes. */
export async function updateRuns(tx: Tx, runs: readonly ScheduledPaymentRun[]): Promise<void> {
  const result = await tx`
    update order_runs r
    set status = u.status, tries = u.tries, try_on = u.try_on, reason = u.reason, amount = u.amount, tried_at = u.tried_at,
        transaction_id = u.transaction_id
    from ${runsGiven(tx, runs)} as u (order_id, due_on, status, tries, try_on, reason, amount, tried_at, transaction_id)
    where r.order_id = u.order_id and r.due_on = u.due_on and r.status = 'retrying'`
  if (result.count !== runs.length) throw new Error('A run that was settled is tried again')
}

const runsGiven = (tx: Tx, runs: readonly ScheduledPaymentRun[]) => tx`unnest(
  ${column(runs, (r) => r.scheduledPaymentId)}::uuid[], ${column(runs, (r) => r.dueOn)}::date[],
  ${column(runs, (r) => r.status)}::text[], ${column(runs, (r) => r.tries)}::int[], ${column(runs, (r) => r.tryOn)}::date[],
  ${column(runs, (r) => r.reason)}::text[], ${column(runs, (r) => r.amountCents)}::bigint[],
  ${column(runs, (r) => r.triedAt)}::timestamptz[], ${column(runs, (r) => r.transactionId)}::uuid[])`
