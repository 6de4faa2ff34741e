import { createHash } from 'node:crypto'
import type { Sql, TimeInSql } from '../../platform/db/connection.ts'

/** Of a row. A document of one part needs no spool. */
export const PART_BYTES = 256 * 1024

/** A rendered document: all parts but the last are in the spool, the last one is in memory. */
export type SpooledDocument = {
  number: string
  spooledParts: number
  lastPart: Buffer
  sizeBytes: number
  sha256: Buffer
}

/** Renders in constant memory. The fingerprint is known at the end only, and nothing may be sent before it is recorded. */
export async function spool(sql: Sql, number: string, chunks: AsyncIterable<Uint8Array>): Promise<SpooledDocument> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(PART_BYTES)
  let [filled, sizeBytes, spooledParts] = [0, 0, 0]
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
      for (let taken = 0; taken < chunk.length; ) {
        if (filled === PART_BYTES) {
          await sql`insert into document_spool (number, part, bytes, created_at)
            values (${number}, ${spooledParts++}, ${buffer}, ${sql.now()})`
          filled = 0
        }
        const piece = chunk.subarray(taken, taken + PART_BYTES - filled)
        buffer.set(piece, filled)
        filled += piece.length
        taken += piece.length
      }
    }
  } catch (error) {
    if (spooledParts > 0) await deleteSpooled(sql, number).catch(() => {})
    throw error
  }
  return { number, spooledParts, lastPart: buffer.subarray(0, filled), sizeBytes, sha256: hash.digest() }
}

/** The bytes of a document that is not kept. They are deleted when the response ends, completely or not. */
export async function* readSpooled(
  sql: Sql,
  { number, spooledParts, lastPart }: SpooledDocument,
): AsyncGenerator<Buffer> {
  try {
    for (let part = 0; part < spooledParts; part++) {
      const [row] = await sql<{ bytes: Buffer }[]>`
        select bytes from document_spool where number = ${number} and part = ${part}`
      if (!row) throw new Error(`Part ${part} of document ${number} has left the spool.`)
      yield row.bytes
    }
    yield lastPart
  } finally {
    if (spooledParts > 0) await deleteSpooled(sql, number).catch(() => {})
  }
}

export async function deleteSpooled(sql: Sql, number: string): Promise<void> {
  await sql`delete from document_spool where number = ${number}`
}

/** What crashed servers and vanished clients left. */
export async function deleteSpooledBefore(sql: Sql, before: TimeInSql): Promise<number> {
  const { count } = await sql`delete from document_spool where created_at < ${before}`
  return count
}
