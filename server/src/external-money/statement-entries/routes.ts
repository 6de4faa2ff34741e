import * as contract from '#contract/external-money/bank-statements.ts'
import type { Caller } from '../../access/api-key.ts'
import type { Session } from '../../access/session.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Call, commandContext, type Route, route } from '../../http/route.ts'
import type { LineAct } from '../../ledger/statement-entry.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { listLines, peopleIn } from './read-entries.ts'
import { readLine } from './read-entry.ts'
import { listStatements, readStatement } from './read-statements.ts'
import { submitLineAct, targetOf } from './submit-entry-act.ts'

type RouteDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog'>
type StaffCall = Call & { session: Session }

const cursorOf = ({ _id: cursor }: { _id: string }) => ({ cursor })

export function bankLineRoutes({ sql, ledger, accessLog }: RouteDeps): Route[] {
  const logged = async <Lines extends contract.BankStatementLine[]>(session: Caller, lines: Lines): Promise<Lines> => {
    await accessLog.recordAll({ session, personIds: peopleIn(lines), what: 'list.viewed' })
    return lines
  }
  const answerLine = async (session: Caller, id: string) => {
    const line = await readLine(sql, ledger.zone, id)
    if (!line) throw new Refusal('not_found')
    await logged(session, [line])
    return line
  }
  const decide = async (call: StaffCall, id: string, act: LineAct) => {
    const outcome = await submitLineAct(ledger, id, act, commandContext(call))
    if (outcome.replayed) call.reply.header('idempotency-replayed', 'true')
    if (!outcome.ok) throw new Refusal(outcome.code)
    return answerLine(call.session, id)
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
    route(contract.listStatementLines, async (call) => {
      if (!(await readStatement(sql, call.params.id))) throw new Refusal('not_found')
      const lines = await listLines(sql, { ...call.query, statementId: call.params.id })
      return logged(call.session, pageOf(call, lines, call.query.limit, cursorOf))
    }),
    route(contract.listBankLines, async (call) =>
      logged(call.session, pageOf(call, await listLines(sql, call.query), call.query.limit, cursorOf)),
    ),
    route(contract.getBankLine, ({ params, session }) => answerLine(session, params.id)),
    route(contract.matchBankLine, (call) =>
      decide(call, call.params.id, { kind: 'match', target: targetOf(call.body) }),
    ),
    route(contract.ignoreBankLine, (call) =>
      decide(call, call.params.id, { kind: 'ignore', reason: call.body.reason }),
    ),
    route(contract.undoBankLine, (call) => decide(call, call.params.id, { kind: 'undo' })),
    route(contract.returnBankLine, (call) =>
      decide(call, call.params.id, { kind: 'return', reason: call.body.reason }),
    ),
  ]
}
