import * as contract from '#contract/external-money/bank-statements.ts'
import type { Caller } from '../../access/api-key.ts'
import type { Session } from '../../access/session.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Call, commandContext, type Route, route } from '../../http/route.ts'
import type { StatementEntryAct } from '../../ledger/statement-entry.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readDepositChoice } from './read-deposit-choice.ts'
import { listEntries, peopleIn } from './read-entries.ts'
import { readEntry } from './read-entry.ts'
import { listStatements, readStatement } from './read-statements.ts'
import { matchOf, submitEntryAct } from './submit-entry-act.ts'

type RouteDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog'>
type StaffCall = Call & { session: Session }

const cursorOf = ({ _id: cursor }: { _id: string }) => ({ cursor })

export function statementEntryRoutes({ sql, ledger, accessLog }: RouteDeps): Route[] {
  const logged = async <Entries extends contract.BankStatementEntry[]>(
    session: Caller,
    entries: Entries,
  ): Promise<Entries> => {
    await accessLog.recordAll({ session, personIds: peopleIn(entries), what: 'list.viewed' })
    return entries
  }
  const answerEntry = async (session: Caller, id: string) => {
    const entry = await readEntry(sql, ledger.zone, id)
    if (!entry) throw new Refusal('not_found')
    await logged(session, [entry])
    return entry
  }
  /** What the entry may be. Staff see it, so the customer can read that they did. */
  const depositsOf = async (session: Caller, id: string, act: StatementEntryAct) => {
    const { personId, deposits } = await readDepositChoice(sql, id, act)
    await accessLog.recordAll({ session, personIds: [personId], what: 'list.viewed' })
    return deposits
  }
  const decide = async (call: StaffCall, id: string, act: StatementEntryAct) => {
    const outcome = await submitEntryAct(ledger, id, act, commandContext(call))
    if (outcome.replayed) call.reply.header('idempotency-replayed', 'true')
    if (!outcome.ok) {
      const current =
        outcome.code === 'choose_deposit' ? { deposits: await depositsOf(call.session, id, act) } : undefined
      throw new Refusal(outcome.code, { current })
    }
    return answerEntry(call.session, id)
  }
  return [
    route(contract.listBankStatements, async (call) =>
      pageOf(call, await listStatements(sql, call.query), call.query.limit, cursorOf),
    ),
    route(contract.getBankStatement, async ({ params }) => {
      const statement = await readStatement(sql, params.id)
      if (!statement) throw new Refusal('not_found')
      return statement
    }),
    route(contract.listEntriesOfStatement, async (call) => {
      if (!(await readStatement(sql, call.params.id))) throw new Refusal('not_found')
      const entries = await listEntries(sql, { ...call.query, statementId: call.params.id })
      return logged(call.session, pageOf(call, entries, call.query.limit, cursorOf))
    }),
    route(contract.listStatementEntries, async (call) =>
      logged(call.session, pageOf(call, await listEntries(sql, call.query), call.query.limit, cursorOf)),
    ),
    route(contract.getStatementEntry, ({ params, session }) => answerEntry(session, params.id)),
    route(contract.matchStatementEntry, (call) => decide(call, call.params.id, matchOf(call.body))),
    route(contract.ignoreStatementEntry, (call) =>
      decide(call, call.params.id, { kind: 'ignore', reason: call.body.reason }),
    ),
    route(contract.undoStatementEntry, (call) => decide(call, call.params.id, { kind: 'undo' })),
    route(contract.returnStatementEntry, (call) =>
      decide(call, call.params.id, { kind: 'return', reason: call.body.reason }),
    ),
  ]
}
