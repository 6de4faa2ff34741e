import { Readable } from 'node:stream'
import type { Sql } from '../../platform/db/connection.ts'
import { endingOf } from '../../platform/personal-data/file-endings.ts'
import type { ExportFile } from '../../platform/personal-data/personal-data.ts'

/** Own files, and those that support sent into the person's conversation. The quota of uploads bounds their number. */
export async function uploadFiles({ sql }: { sql: Sql }, personId: string): Promise<ExportFile[]> {
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
