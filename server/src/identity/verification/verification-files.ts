import { Readable } from 'node:stream'
import type { DocumentKind } from '#contract/identity/verification.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { endingOf } from '../../platform/personal-data/file-endings.ts'
import type { ExportFile } from '../../platform/personal-data/personal-data.ts'
import { decryptDocument } from './encrypt-document.ts'

/** The documents of a person, decrypted, for their export. */
export async function verificationFiles(
  { sql, keys }: { sql: Sql; keys: Keys },
  personId: string,
): Promise<ExportFile[]> {
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
