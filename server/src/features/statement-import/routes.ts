import {
  getImportProgress,
  importBankStatement,
  listCsvMappings,
  previewBankStatement,
  putCsvMapping,
} from '#contract/statement-import.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../runtime/refusal.ts'

/** Answer 'unavailable' until the import is there. */
export const statementImportRoutes = (): Route[] =>
  [importBankStatement, previewBankStatement, getImportProgress, listCsvMappings, putCsvMapping].map((call) =>
    route(call, async () => {
      throw new Refusal('unavailable')
    }),
  )
