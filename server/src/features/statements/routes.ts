import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { STATEMENT_FORMATS, type StatementFormat, statementFileName } from '#contract/statement-formats.ts'
import { listPersonStatements, listStatements, readPersonStatement, readStatement } from '#contract/statements.ts'
import { listStatements as list, readStatement as read, type Statement } from '../../documents/statement.ts'
import { statementRenderers } from '../../documents/statement-formats.ts'
import { toTotalsAnswer } from '../../documents/statement-json.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../runtime/refusal.ts'

type StatementDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config'>

export function statementRoutes({ sql, ledger: { zone }, accessLog, config }: StatementDeps): Route[] {
  const renderers = statementRenderers(config.institution)
  const send = (reply: FastifyReply, statement: Statement, format: StatementFormat, at: Date) => {
    if (format === 'pdf') throw new Refusal('not_found')
    const { month, account } = statement
    reply.header('content-type', STATEMENT_FORMATS[format].mediaType)
    reply.header('content-disposition', `attachment; filename="${statementFileName(month, account.number, format)}"`)
    const bytes = renderers[format](statement, { number: randomBytes(16).toString('hex'), issuedAt: at })
    return reply.send(Readable.from(bytes, { objectMode: false }))
  }
  return [
    route(listStatements, async ({ session: { personId }, query: { accountId }, at }) =>
      (await list(sql, { personId, accountId }, { at, zone })).map(toTotalsAnswer),
    ),
    route(readStatement, async ({ session: { personId }, params: { month }, query, at, reply }) => {
      const { accountId, format } = query
      return send(reply, await read(sql, { personId, accountId, month }, { at, zone }), format, at)
    }),
    route(listPersonStatements, async ({ session, query: { userId: personId, accountId }, at }) => {
      const statements = await list(sql, { personId, accountId }, { at, zone })
      await accessLog.record({ session, personId, what: 'statements.viewed' })
      return statements.map(toTotalsAnswer)
    }),
    route(readPersonStatement, async ({ session, params: { month }, query, at, reply }) => {
      const { userId: personId, accountId, format } = query
      const statement = await read(sql, { personId, accountId, month }, { at, zone })
      await accessLog.record({ session, personId, what: 'statements.viewed' })
      return send(reply, statement, format, at)
    }),
  ]
}
