import { Readable } from 'node:stream'
import { EXPORTS_PER_HOUR } from '#contract/documents/person-export.ts'
import type { Locale } from '#contract/locales.ts'
import { readAccountRows } from '../../customers/accounts.ts'
import { readLocale } from '../../customers/read-locale.ts'
import type { Deps } from '../../http/deps.ts'
import { countOrRefuse, type Limit } from '../../identity/attempts.ts'
import { proofParts, startProof } from '../../ledger/read-proof.ts'
import { record } from '../../ledger/record.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import { type ExportFile, exportListsOf } from '../../platform/personal-data/personal-data.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import { issueStatement } from '../statements/issue-statement.ts'
import { listStatements, readStatement } from '../statements/statement.ts'
import { statementRenderers } from '../statements/statement-formats.ts'
import { filesOfList, streamOf } from './export-files.ts'
import { readmeOf } from './readme.ts'
import { zip } from './zip.ts'

const EXPORTS: Limit = { scope: 'export', max: EXPORTS_PER_HOUR, windowMs: 3_600_000 }
type ExportDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'ledger' | 'now' | 'personalData'>
type ExportSubject = { personId: string; at: Date }

/** The person is notified before the first byte leaves: an export that is broken off counts too. */
export async function exportPerson(deps: ExportDeps, { personId, at }: ExportSubject): Promise<Readable> {
  const { sql, config } = deps
  const lists = exportListsOf(deps.personalData)
  await countOrRefuse(sql, EXPORTS, personId, at)
  const locale = await readLocale(deps, personId)
  const files: ExportFile[] = [
    {
      name: 'README.txt',
      open: () =>
        Readable.from([readmeOf(config.institution, { lists, at, texts: textsIn(locale) })], { objectMode: false }),
    },
    ...lists.flatMap((list) => filesOfList(sql, list, personId)),
    ...(await accountFiles(deps, { personId, at }, locale)),
    ...(await Promise.all(lists.map((list) => list.files?.(deps, personId) ?? []))).flat(),
  ]
  await sql.begin((tx) => record(tx, { notifications: [{ personId, kind: 'data.exported', data: {}, at }] }))
  return zip(files, at)
}

async function accountFiles(deps: ExportDeps, { personId, at }: ExportSubject, locale: Locale): Promise<ExportFile[]> {
  const { sql, ledger, config } = deps
  const context = { at, zone: ledger.zone }
  const renderers = statementRenderers(letterheadOf(config))
  const files: ExportFile[] = []
  for (const { id: accountId, number } of await readAccountRows(sql, personId)) {
    for (const { month } of await listStatements(sql, { personId, accountId }, context))
      for (const format of ['csv', 'json'] as const)
        files.push({
          name: `statements/${number}/${month}.${format}`,
          open: async () => {
            const statement = await readStatement(sql, { personId, accountId, month }, context)
            // A month that is not final is not issued: its file has no number that could be looked up.
            return statement.final
              ? streamOf((await issueStatement(deps, renderers, { statement, format, locale })).body)
              : streamOf(renderers[format](statement, { number: '', issuedAt: at, locale }))
          },
        })
    files.push({
      name: `proof/${number}.json`,
      open: async () => {
        const start = await startProof(sql, personId, accountId)
        if (!start) throw new Error(`Account ${accountId} is gone`)
        return streamOf(proofParts(sql, start))
      },
    })
  }
  return files
}
