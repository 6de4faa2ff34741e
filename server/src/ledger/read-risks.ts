import { column } from '../db/arrays.ts'
import type { Tx } from '../db/connection.ts'
import { isAssessed, submissionKey, VELOCITY_COUNT, VELOCITY_WINDOW_MS } from './risk-flags.ts'
import type { Command, State, SubmitDeposit, SubmitTransfer } from './types.ts'

type Submission = SubmitTransfer | SubmitDeposit
type RiskRow = { paid_before: boolean | null; submitted_at: Date[] | null; device_since: Date | null }

export const submissionsOf = (commands: readonly Command[]): Submission[] =>
  commands.filter(
    (command): command is Submission =>
      (command.kind === 'transfer' || command.kind === 'deposit') && isAssessed(command.actor),
  )

const typeOf = ({ kind }: Submission) => (kind === 'transfer' ? 'Transfer' : 'Deposit')
const sessionHashOf = ({ actor }: Submission) => (actor.kind === 'session' ? actor.sessionHash : null)
const payeeOf = (command: Submission) => (command.kind === 'transfer' ? command.counterparty : null)

/**
 * One row per submission: whether its payee was paid before, when the account's last ones were submitted, and since when
 * the session's device is known. A payee in this bank is known by the number alone, whatever bank was entered.
 */
export const readRisks = (tx: Tx, submissions: readonly Submission[], earliest: Date) => tx<RiskRow[]>`
  select paid.before as paid_before, recent.submitted_at,
         case when s.device_hash is not null then coalesce(d.created_at, s.created_at) end as device_since
  from unnest(${column(submissions, ({ accountId }) => accountId)}::uuid[],
              ${column(submissions, typeOf)}::text[],
              ${column(submissions, sessionHashOf)}::bytea[],
              ${column(submissions, (command) => payeeOf(command)?.accountNumber ?? null)}::text[],
              ${column(submissions, (command) => payeeOf(command)?.bankName ?? null)}::text[])
       with ordinality as given (account_id, type, session_hash, number, bank, place)
  left join sessions s on s.token_hash = given.session_hash
  left join known_devices d on d.person_id = s.person_id and d.device_hash = s.device_hash
  left join lateral (
    select true as before from transactions t
    where t.account_id = given.account_id and t.party_account = given.number and t.type = 'Transfer'
      and t.status = 'Completed' and (t.party_bank = given.bank or t.party_id is not null) limit 1) as paid on true
  left join lateral (
    select array_agg(last.value_at) as submitted_at from (
      select t.value_at from transactions t
      where t.account_id = given.account_id and t.type = given.type
        and t.value_at > ${new Date(earliest.getTime() - VELOCITY_WINDOW_MS)}
        and t.method not in ('adjustment', 'move') and t.origin_id is null and t.reverses_id is null
      order by t.value_at desc limit ${VELOCITY_COUNT - 1}) as last) as recent on true
  order by given.place`

export function addRisks(state: State, submissions: readonly Submission[], rows: readonly RiskRow[]): void {
  submissions.forEach((command, place) => {
    const row = rows[place]
    if (!row) return
    if (row.paid_before) state.knownPayees.add(command.id)
    state.recentSubmissions.set(submissionKey(command.accountId, typeOf(command)), row.submitted_at ?? [])
    const session = state.sessions.get(sessionHashOf(command)?.toString('hex') ?? '')
    if (session) session.deviceSince = row.device_since
  })
}
