import { v7 as newId } from 'uuid'
import * as contract from '#contract/external-money/statement-import.ts'
import * as numbers from '#contract/external-money/statement-numbers.ts'
import { undoBankStatement } from '#contract/external-money/statement-undo.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route, staffContext } from '../../http/route.ts'
import { limitConcurrency } from '../../platform/runtime/limit-concurrency.ts'
import { readExternalAccount } from '../accounts/read-external-accounts.ts'
import { bookMatchedEntries } from '../statement-entries/book-matched-entries.ts'
import { listMappings, saveMapping } from './csv-mappings.ts'
import { importStatement } from './import-statement.ts'
import { refusingUnreadable } from './open-statement.ts'
import { previewStatement } from './preview-statement.ts'
import { ImportProgress, readProgress } from './progress.ts'
import { withStatement } from './receive-statement.ts'
import { forgetNumber, rememberNumber } from './statement-numbers.ts'
import { undoImport } from './undo-import.ts'

/** Reading a file keeps a processor busy. Receiving one does not: a slow upload must not hold up those of others. */
const MAX_RUNNING = 2
const MAX_QUEUED = 20

const ofPerson = ({ personId }: { personId: string }) => ({ lane: personId })

export function statementImportRoutes({ sql, ledger, config }: Pick<Deps, 'sql' | 'ledger' | 'config'>): Route[] {
  const runLimited = limitConcurrency(MAX_RUNNING, MAX_QUEUED)
  return [
    route(contract.importBankStatement, async (call) => {
      const { session, at, request } = call
      const progress = new ImportProgress(sql, { id: newId(), personId: session.personId, startedAt: at })
      try {
        await progress.show('receiving', 0, null)
        const deps = { sql, ledger, progress }
        const context = commandContext(call)
        const { response, newIds } = await withStatement(request, (received) =>
          runLimited(() => refusingUnreadable(() => importStatement(deps, received, context)), ofPerson(session)),
        )
        // A file that is known changes nothing.
        if (config.autoBookMatched) for (const id of newIds) await bookMatchedEntries(sql, ledger, id, context)
        return response
      } finally {
        await progress.end()
      }
    }),
    route(contract.previewBankStatement, ({ request, session }) =>
      withStatement(request, (received) =>
        runLimited(() => refusingUnreadable(() => previewStatement(sql, received)), ofPerson(session)),
      ),
    ),
    route(contract.getImportProgress, ({ session }) => readProgress(sql, session.personId)),
    route(contract.listCsvMappings, ({ params }) => listMappings(sql, params.id)),
    route(contract.putCsvMapping, (call) => {
      const { id: accountId, fingerprint } = call.params
      return saveMapping(sql, staffContext(call), {
        accountId,
        fingerprint: Buffer.from(fingerprint, 'hex'),
        ...call.body,
      })
    }),
    route(undoBankStatement, (call) => undoImport({ sql, ledger }, staffContext(call), call.params.id)),
    route(numbers.rememberStatementNumber, async (call) => {
      const { id: accountId, number } = call.params
      await rememberNumber(sql, staffContext(call), { accountId, number, statementId: null })
      return readExternalAccount(sql, accountId)
    }),
    route(numbers.forgetStatementNumber, async (call) => {
      await forgetNumber(sql, staffContext(call), call.params.id, call.params.number)
    }),
  ]
}
