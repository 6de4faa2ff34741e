import * as contract from '#contract/external-money/bank-statements.ts'
import * as acts from '#contract/external-money/statement-entry-acts.ts'
import { countStatementEntries, listEvidence } from '#contract/external-money/statement-evidence.ts'
import type { Caller } from '../../access/api-key.ts'
import type { Session } from '../../access/session.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Call, commandContext, type Route, route } from '../../http/route.ts'
import type { StatementEntryAct } from '../../ledger/statement-entry.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { bookCertainEntries } from './book-certain-entries.ts'
import { readDepositChoice } from './read-deposit-choice.ts'
import { readScore, readStandingReasons } from './read-doubt.ts'
import { countEntries, listEntries, peopleIn } from './read-entries.ts'
import { readEntry } from './read-entry.ts'
import { readEvidence } from './read-evidence.ts'
import { listStatements, readStatement } from './read-statements.ts'
import { matchOf, submitEntryAct, targetOf } from './submit-entry-act.ts'

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
    if (!outcome.ok) throw new Refusal(outcome.code)
    return answerEntry(call.session, id)
  }
  /** A question has all that is in doubt: `confirm` answers nothing that was not asked. */
  const match = async (call: Call<typeof acts.matchStatementEntry>) => {
    const { id } = call.params
    const found = await readScore(sql, ledger.zone, id, targetOf(call.body))
    const act = matchOf(call.body, found?.score ?? null)
    const outcome = await submitEntryAct(ledger, id, act, commandContext(call))
    if (outcome.replayed) call.reply.header('idempotency-replayed', 'true')
    if (outcome.ok) return answerEntry(call.session, id)
    if (outcome.code !== 'choose_deposit' && outcome.code !== 'confirmation_needed') throw new Refusal(outcome.code)
    const standing = await readStandingReasons(sql, act.target)
    const doubt = { score: found?.score ?? null, reasons: [...(found?.reasons ?? []), ...standing] }
    const deposits = outcome.code === 'choose_deposit' ? await depositsOf(call.session, id, act) : undefined
    throw new Refusal(outcome.code, { current: deposits ? { deposits, ...doubt } : doubt })
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
    route(countStatementEntries, ({ query: { statement, ...filter } }) =>
      countEntries(sql, { ...filter, statementId: statement }),
    ),
    route(listEvidence, async ({ params, session }) => {
      const evidence = await readEvidence(sql, ledger.zone, params.id)
      if (!evidence) throw new Refusal('not_found')
      await accessLog.recordAll({ session, personIds: [evidence.personId], what: 'transactions.viewed' })
      return evidence.entries
    }),
    route(acts.matchStatementEntry, match),
    route(acts.bookStatementEntry, (call) =>
      decide(call, call.params.id, { kind: 'book', code: call.body.account, text: call.body.text }),
    ),
    route(acts.bookCertainEntries, (call) => bookCertainEntries(sql, ledger, call.body ?? {}, commandContext(call))),
    route(acts.ignoreStatementEntry, (call) =>
      decide(call, call.params.id, { kind: 'ignore', reason: call.body.reason }),
    ),
    route(acts.undoStatementEntry, (call) => decide(call, call.params.id, { kind: 'undo' })),
    route(acts.returnStatementEntry, (call) =>
      decide(call, call.params.id, { kind: 'return', reason: call.body.reason }),
    ),
  ]
}
