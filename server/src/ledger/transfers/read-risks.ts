import { compactNumber } from '#contract/account-numbers.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { parameterRows } from '../../platform/db/parameter-rows.ts'
import { paysOut } from '../core/customer-payment.ts'
import { compactColumn, paidIbanOf } from '../paid-account.ts'
import { isAssessed, submissionKey, VELOCITY_COUNT, VELOCITY_WINDOW_MS } from '../risk-flags.ts'
import type { Command, DepositCommand, ScheduledPaymentRunCommand, State, TransferCommand } from '../types.ts'

type Submission = TransferCommand | ScheduledPaymentRunCommand | DepositCommand
type RiskRow = {
  paid_before: boolean | null
  submitted_at: Date[] | null
  other_cents: string | null
  device_since: Date | null
}

export const submissionsOf = (commands: readonly Command[]): Submission[] =>
  commands.filter(
    (command): command is Submission => (paysOut(command) || command.kind === 'deposit') && isAssessed(command.actor),
  )

const typeOf = ({ kind }: Submission) => (kind === 'deposit' ? 'Deposit' : 'Transfer')
const sessionHashOf = ({ actor }: Submission) => (actor.kind === 'session' ? actor.sessionHash : null)
const payeeOf = (command: Submission) => (paysOut(command) ? command.counterparty : null)

const submissionRows = parameterRows<Submission>([
  ['uuid', ({ actor }) => actor.personId],
  ['text', typeOf],
  ['bytea', sessionHashOf],
  ['text', (command) => payeeOf(command)?.accountNumber ?? null],
  ['text', (command) => payeeOf(command)?.bankName ?? null],
  ['text', (command) => compactNumber(payeeOf(command)?.iban ?? '')],
  ['text', (command) => paidIbanOf(payeeOf(command) ?? { iban: '', accountNumber: '' })],
  ['int', (_, place) => place],
])

const compactIban = (tx: Reader) => compactColumn(tx, tx`t.party_iban`)

/**
 * One row per submission: whether the person has paid the payee before, when their last ones were submitted, what is available
 * on their accounts that this batch does not lock, and since when the session's device is known. A payee in this bank is known
 * by the number alone, whatever bank was entered; elsewhere by what a payment file pays, the IBAN where there is one. Each account is looked up by itself: a condition on all ids at once would
 * have to sort, or to read what all people submitted lately.
 */
export const readRisks = (
  tx: Reader,
  submissions: readonly Submission[],
  lockedIds: readonly string[],
  { earliest, zone }: { earliest: Date; zone: string },
) => tx<RiskRow[]>`
  select own.paid_before, own.submitted_at, others.cents as other_cents,
         case when s.device_hash is not null then coalesce(d.created_at, s.created_at) end as device_since
  from ${submissionRows(tx, submissions)} as given (person_id, type, session_hash, number, bank, typed_iban, paid_iban, place)
  left join sessions s on s.token_hash = given.session_hash
  left join known_devices d on d.person_id = s.person_id and d.device_hash = s.device_hash
  cross join lateral (
    select sum(a.balance - a.held) as cents from accounts a
    where a.owner_id = given.person_id and a.id <> all(${lockedIds as string[]}::uuid[])) as others
  cross join lateral (
    select bool_or(paid.before) as paid_before, array_agg(recent.value_at) filter (where recent.value_at is not null) as submitted_at
    from accounts a
    cross join lateral (
      select exists (
        select 1 from transactions t
        where t.account_id = a.id and t.party_account = given.number and t.type = 'Transfer' and t.status = 'Completed'
          and (t.party_id is not null or (${compactIban(tx)} = given.typed_iban and (t.party_bank = given.bank or given.paid_iban <> ''))))
      or (given.paid_iban <> '' and exists (
        select 1 from transactions t
        where t.account_id = a.id and t.party_iban <> '' and ${compactIban(tx)} = given.paid_iban and t.type = 'Transfer'
          and t.status = 'Completed' and t.party_id is null)) as before) as paid
    left join lateral (
      select t.value_at from transactions t
      where t.account_id = a.id and t.type = given.type
        and t.value_at > ${new Date(earliest.getTime() - VELOCITY_WINDOW_MS)}
        and t.method not in ('adjustment', 'move') and t.origin_id is null and t.reverses_id is null
        -- Planned on an earlier day (isPlanned).
        and not exists (
          select 1 from order_runs r join orders o on o.id = r.order_id
          where r.transaction_id = t.id and (o.created_at at time zone ${zone})::date < (t.value_at at time zone ${zone})::date)
      order by t.value_at desc limit ${VELOCITY_COUNT - 1}) as recent on true
    where a.owner_id = given.person_id) as own
  order by given.place`

export function addRisks(state: State, submissions: readonly Submission[], rows: readonly RiskRow[]): void {
  submissions.forEach((command, place) => {
    const row = rows[place]
    if (!row) return
    if (row.paid_before) state.knownPayees.add(command.id)
    state.recentSubmissions.set(submissionKey(command.actor.personId, typeOf(command)), row.submitted_at ?? [])
    state.otherAvailableCents.set(command.actor.personId, BigInt(row.other_cents ?? 0))
    const session = state.sessions.get(sessionHashOf(command)?.toString('hex') ?? '')
    if (session) session.deviceSince = row.device_since
  })
}
