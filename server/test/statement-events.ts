import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { readStatementFile } from '#server/external-money/statement-files/read-statement-file.ts'
import type { FileEntry, StatementEvent } from '#server/external-money/statement-files/statement-file.ts'

/** For tests: the events of a file, fed in pieces of `pieceSize` bytes as a network delivers them. */
export async function readEvents(file: string | Buffer, options: { pieceSize?: number; mapping?: CsvMapping } = {}) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const { pieceSize = 64, mapping } = options
  async function* source() {
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
  }
  const csv = mapping ? { mapping, account: { number: '123', currency: 'USD' } } : null
  const events: StatementEvent[] = []
  for await (const group of readStatementFile(source, csv)) events.push(...group)
  return events
}

export const entriesOf = (events: readonly StatementEvent[]): FileEntry[] =>
  events.flatMap((event) => (event.kind === 'entry' ? [event.entry] : []))
