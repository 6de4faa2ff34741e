import type { FastifyReply } from 'fastify'
import {
  isExport,
  STATEMENT_FORMATS,
  type StatementFormat,
  statementFileName,
} from '#contract/documents/statement-formats.ts'
import {
  listPersonStatements,
  listStatements,
  readPersonStatement,
  readStatement,
} from '#contract/documents/statements.ts'
import { offeredLocale } from '#contract/locales.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { sendDocument } from '../../http/send-document.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { runRendering } from '../run-rendering.ts'
import { issueStatement } from './issue-statement.ts'
import { listStatements as list, readStatement as read, type Statement } from './statement.ts'
import { statementRenderers } from './statement-formats.ts'
import { toTotalsAnswer } from './statement-json.ts'

type StatementDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config' | 'keys' | 'now'>
type StatementCall = { format: StatementFormat; askedBy: string; reply: FastifyReply }

export function statementRoutes(deps: StatementDeps): Route[] {
  const { sql, accessLog } = deps
  const { zone } = deps.ledger
  const renderers = statementRenderers(letterheadOf(deps.config))

  async function send(statement: Statement, { format, askedBy, reply }: StatementCall): Promise<FastifyReply> {
    const { month, account } = statement
    const locale = offeredLocale(statement.holder.locale, deps.config.locales)
    const request = { statement, format, locale, ...(askedBy === account.ownerId ? {} : { staffId: askedBy }) }
    const issued = await runRendering(() => issueStatement(deps, renderers, request), { lane: askedBy })
    const { mediaType } = STATEMENT_FORMATS[format]
    return sendDocument(reply, issued, { mediaType, fileName: statementFileName(month, account.number, format) })
  }

  return [
    route(listStatements, async ({ session: { personId }, query: { accountId }, at }) =>
      (await list(sql, { personId, accountId }, { at, zone })).map(toTotalsAnswer),
    ),
    route(readStatement, async ({ session: { personId }, params: { month }, query, at, reply }) => {
      const { accountId, format } = query
      const statement = await read(sql, { personId, accountId, month }, { at, zone })
      return send(statement, { format, askedBy: personId, reply })
    }),
    route(listPersonStatements, async ({ session, query: { userId: personId, accountId }, at }) => {
      const statements = await list(sql, { personId, accountId }, { at, zone })
      await accessLog.record({ session, personId, what: 'statements.viewed' })
      return statements.map(toTotalsAnswer)
    }),
    route(readPersonStatement, async ({ session, params: { month }, query, at, reply }) => {
      const { userId: personId, accountId, format } = query
      // One rule for exports: staff who may not export transactions get no file for a spreadsheet or program, either.
      if (isExport(format) && !hasPermission(session.role, 'audit:read')) throw new Refusal('forbidden')
      const statement = await read(sql, { personId, accountId, month }, { at, zone })
      await accessLog.record({ session, personId, what: 'statements.viewed' })
      return send(statement, { format, askedBy: session.personId, reply })
    }),
  ]
}
