import { readXmlText } from '../statement-files/read-statement-file.ts'
import { type FileSource, StatementFormatError } from '../statement-files/statement-file.ts'
import { readXmlRecords, type XmlEvent } from '../statement-files/xml-records.ts'
import { Camt054Reader } from './camt054.ts'
import { Pain002Reader } from './pain002.ts'

/** What the external bank says of a payment. `unclear`: a status that is neither. */
export type Word = 'accepted' | 'pending' | 'rejected' | 'booked' | 'returned' | 'unclear'

/** An amount as the file has it: exact text. */
export type FileAmount = { amount: string; currency: string | null }

/** One payment, or with `reference` null all payments of a run that the file does not name one by one. */
export type StatusReport = {
  word: Word
  /** Message ids of the run; empty where the file names none. */
  messageIds: string[]
  reference: string | null
  /** Any of them may be the amount of the payment; empty: the file has none. Of a whole run: its total. */
  amounts: FileAmount[]
  /** The number of payments, where the file says one for the whole run. */
  count: number | null
  /** The institution's account, where the format names it. */
  account: string | null
  reason: string
}

/** Reads one kind of document. It gets the records that `isRecord` names, and returns what they report. */
export type StatusReader = {
  isRecord: (path: string) => boolean
  read: (event: Extract<XmlEvent, { kind: 'record' | 'end' }>) => StatusReport[]
}

const PAIN002 = /pain\.002\.001\.(\d\d)(?!\d)/
const CAMT054 = /camt\.054\.001\.(\d\d)(?!\d)/
/** Earlier versions have other names of elements. */
const FIRST_VERSIONS = { pain: 3, camt: 2 }

/** A file with more is no answer to payment runs. */
const MAX_REPORTS = 250_000

/** Reads a pain.002 or camt.054 of any later version; documents may be in an envelope, and of both kinds. */
export async function readStatusFile(source: FileSource): Promise<StatusReport[]> {
  const readers = [new Pain002Reader(), new Camt054Reader()]
  const reports: StatusReport[] = []
  let documents = 0
  const text = await readXmlText(source)
  for await (const events of readXmlRecords(text, (path) => readers.some((reader) => reader.isRecord(path)))) {
    for (const event of events) {
      if (event.kind === 'start' && /(?:^|\/)Document$/.test(event.path)) {
        requireNamespace(event.namespace)
        documents++
      }
      if (event.kind !== 'record' && event.kind !== 'end') continue
      for (const reader of readers) reports.push(...reader.read(event))
    }
    if (reports.length > MAX_REPORTS) throw new StatementFormatError('The file has more than 250,000 payments.')
  }
  if (documents === 0) requireNamespace('')
  return reports
}

function requireNamespace(namespace: string): void {
  const [pain, camt] = [PAIN002.exec(namespace)?.[1], CAMT054.exec(namespace)?.[1]]
  if (pain && Number(pain) >= FIRST_VERSIONS.pain) return
  if (camt && Number(camt) >= FIRST_VERSIONS.camt) return
  if (/camt\.053/.test(namespace))
    throw new StatementFormatError('This is a bank statement (camt.053). Import it as a bank statement.')
  throw new StatementFormatError('The file is neither a pain.002 status report nor a camt.054 notification.')
}
