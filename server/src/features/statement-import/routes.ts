import { v7 as newId } from 'uuid'
import * as contract from '#contract/statement-import.ts'
import { bookMatchedLines } from '../../bank-statements/book-matched-lines.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route, staffContext } from '../../http/route.ts'
import { limitConcurrency } from '../../runtime/limit-concurrency.ts'
import { listMappings, saveMapping } from './csv-mappings.ts'
import { importStatement } from './import-statement.ts'
import { refusingUnreadable } from './open-statement.ts'
import { previewStatement } from './preview-statement.ts'
import { ImportProgress, readProgress } from './progress.ts'
import { withStatement } from './receive-statement.ts'

/** Reading a file keeps a processor busy. */
const MAX_RUNNING = 2
const MAX_QUEUED = 20

export function statementImportRoutes({ sql, ledger, config }: Pick<Deps, 'sql' | 'ledger' | 'config'>): Route[] {
  const runLimited = limitConcurrency(MAX_RUNNING, MAX_QUEUED)
  return [
    route(contract.importBankStatement, (call) =>
      runLimited(async () => {
        const { session, at, request } = call
        const progress = new ImportProgress(sql, { id: newId(), personId: session.personId, startedAt: at })
        try {
          await progress.show('receiving', 0, null)
          const deps = { sql, ledger, progress }
          const context = commandContext(call)
          const imported = await withStatement(request, (received) =>
            refusingUnreadable(() => importStatement(deps, received, context)),
          )
          if (config.autoBookMatched)
            for (const { _id } of [imported, ...(imported.others ?? [])])
              await bookMatchedLines(sql, ledger, _id, context)
          return imported
        } finally {
          await progress.end()
        }
      }),
    ),
    route(contract.previewBankStatement, ({ request }) =>
      runLimited(() => withStatement(request, (received) => refusingUnreadable(() => previewStatement(sql, received)))),
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
  ]
}
