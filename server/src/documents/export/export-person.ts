import { Readable } from 'node:stream'
import { EXPORTS_PER_HOUR } from '#contract/documents/person-export.ts'
import type { DocumentKind } from '#contract/identity/verification.ts'
import type { Locale } from '#contract/locales.ts'
import { readAccountRows } from '../../customers/accounts.ts'
import { readLocale } from '../../customers/read-locale.ts'
import type { Deps } from '../../http/deps.ts'
import { countOrRefuse, type Limit } from '../../identity/attempts.ts'
import { decryptDocument } from '../../identity/verification/encrypt-document.ts'
import { proofParts, startProof } from '../../ledger/read-proof.ts'
import { record } from '../../ledger/record.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import { issueStatement } from '../statements/issue-statement.ts'
import { listStatements, readStatement } from '../statements/statement.ts'
import { statementRenderers } from '../statements/statement-formats.ts'
import { type ExportFile, filesOfTable, streamOf } from './export-files.ts'
import { readmeOf } from './readme.ts'
import { exportTables } from './tables.ts'
import { zip } from './zip.ts'

const EXPORTS: Limit = { scope: 'export', max: EXPORTS_PER_HOUR, windowMs: 3_600_000 }
const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}
const endingOf = (mediaType: string) => ENDINGS[mediaType] ?? 'bin'

type ExportDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'ledger' | 'now'>
type ExportOf = { personId: string; at: Date }

/** The person is notified before the first byte leaves: an export that is broken off counts too. */
export async function exportPerson(deps: ExportDeps, { personId, at }: ExportOf): Promise<Readable> {
  const { sql, config } = deps
  await countOrRefuse(sql, EXPORTS, personId, at)
  const locale = await readLocale(deps, personId)
  const files: ExportFile[] = [
    {
      name: 'README.txt',
      open: () => Readable.from([readmeOf(config.institution, at, textsIn(locale))], { objectMode: false }),
    },
    ...exportTables.flatMap((table) => filesOfTable(sql, table, personId)),
    ...(await accountFiles(deps, { personId, at }, locale)),
    ...(await uploadFiles(deps, personId)),
    ...(await verificationFiles(deps, personId)),
  ]
  await sql.begin((tx) => record(tx, { notifications: [{ personId, kind: 'data.exported', data: {}, at }] }))
  return zip(files, at)
}

async function accountFiles(deps: ExportDeps, { personId, at }: ExportOf, locale: Locale): Promise<ExportFile[]> {
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

/** Own files, and those that support sent into the person's conversation. The quota of uploads bounds their number. */
async function uploadFiles({ sql }: ExportDeps, personId: string): Promise<ExportFile[]> {
  const rows = await sql<{ id: string; media_type: string }[]>`
    select id, media_type from uploads
    where owner_id = ${personId} or id in (select attachment_id from messages where person_id = ${personId}) order by id`
  return rows.map(({ id, media_type: mediaType }) => ({
    name: `uploads/${id}.${endingOf(mediaType)}`,
    open: async () => {
      const [file] = await sql<{ bytes: Buffer }[]>`select bytes from uploads where id = ${id}`
      // One that nothing refers to may be deleted meanwhile.
      return Readable.from([file?.bytes ?? Buffer.alloc(0)], { objectMode: false })
    },
  }))
}

async function verificationFiles({ sql, keys }: ExportDeps, personId: string): Promise<ExportFile[]> {
  const rows = await sql<{ id: string; kind: DocumentKind; media_type: string }[]>`
    select id, kind, media_type from verification_documents where person_id = ${personId} order by id`
  return rows.map(({ id, kind, media_type: mediaType }) => ({
    name: `verification/${id}.${endingOf(mediaType)}`,
    open: async () => {
      const [document] = await sql<{ content: Buffer }[]>`select content from verification_documents where id = ${id}`
      if (!document) throw new Error(`Document ${id} is gone`)
      const bytes = decryptDocument(keys.documents, { id, personId, kind }, document.content)
      return Readable.from([bytes], { objectMode: false })
    },
  }))
}
