import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { readCamt053 } from './camt053.ts'
import { readCsv } from './csv-statement.ts'
import { decodeText, readBeginning } from './decode-text.ts'
import { readMt940 } from './mt940.ts'
import { readOfx1, readOfx2 } from './ofx.ts'
import { type FileSource, type StatementEvents, StatementFormatError } from './statement-file.ts'

export type StatementFormat = 'camt053' | 'mt940' | 'ofx1' | 'ofx2' | 'csv'

const BEGINNING = 4_096

/** By content: names and types of uploaded files are often wrong. */
export async function detectFormat(source: FileSource): Promise<StatementFormat> {
  const beginning = (await readBeginning(source, BEGINNING)).replaceAll('\u0001', '').trimStart()
  if (/^OFXHEADER\s*:/i.test(beginning) || /^<OFX>/i.test(beginning)) return 'ofx1'
  if (beginning.startsWith('<')) return /<\?OFX\s|<OFX>/i.test(beginning) ? 'ofx2' : 'camt053'
  if (/(?:^|[\r\n])\s*(?:\{1:|:20:|:25P?:|:940:)/.test(beginning)) return 'mt940'
  if (beginning.startsWith('PK\u0003\u0004'))
    throw new StatementFormatError('The file is a ZIP archive or a spreadsheet. Upload camt.053, MT940, OFX or CSV.')
  if (['%PDF', '{\\rtf', '\u00d0\u00cf\u0011\u00e0'].some((mark) => beginning.startsWith(mark)))
    throw new StatementFormatError('The file is a document. Export the statement as camt.053, MT940, OFX or CSV.')
  return 'csv'
}

export async function* readStatementFile(
  source: FileSource,
  csv: { mapping: CsvMapping; account: { number: string; currency: string } } | null,
): StatementEvents {
  const format = await detectFormat(source)
  if (format === 'csv') {
    if (!csv)
      throw new StatementFormatError('The file is neither camt.053, MT940 nor OFX. For CSV, choose the columns first.')
    yield* readCsv(decodeText(source, null), csv.mapping, csv.account)
    return
  }
  const text = decodeText(source, await declaredEncoding(source, format))
  if (format === 'camt053') yield* readCamt053(withoutLeadingSpace(text))
  else if (format === 'mt940') yield* readMt940(text)
  else if (format === 'ofx1') yield* readOfx1(text)
  else yield* readOfx2(withoutLeadingSpace(text))
}

/** The text of a file that has to be XML. */
export async function readXmlText(source: FileSource): Promise<AsyncGenerator<string>> {
  const beginning = (await readBeginning(source, BEGINNING)).trimStart()
  if (!beginning.startsWith('<')) throw new StatementFormatError('The file is not XML.')
  return withoutLeadingSpace(decodeText(source, await declaredEncoding(source, 'camt053')))
}

/** XML may not begin with an empty line. Files of banks do. */
async function* withoutLeadingSpace(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isStart = true
  for await (const piece of text) {
    const rest = isStart ? piece.trimStart() : piece
    if (rest !== '') isStart = false
    yield rest
  }
}

/** XML is UTF-8 unless it says otherwise. The header of OFX 1 is too often wrong to be believed. */
async function declaredEncoding(source: FileSource, format: StatementFormat): Promise<string | null> {
  if (format !== 'camt053' && format !== 'ofx2') return null
  const beginning = await readBeginning(source, BEGINNING)
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(beginning)?.[1] ?? 'utf-8'
}
