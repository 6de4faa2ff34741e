import { StatementFormatError } from './statement-file.ts'
import type { XmlElement, XmlEvent } from './xml-records.ts'

/*
 * OFX 1 is SGML with a fixed rule: an element with text has no children and needs no closing tag, every other element
 * has one. No XML parser accepts that, and no kept library reads it as a stream.
 */

const MAX_DEPTH = 40
const MAX_TAG = 100_000

/** A tag with the text after it; comments and processing instructions are passed over. */
const TOKEN = /<(?:[?!][^>]*|(\/?)([A-Za-z0-9._]{1,60})\s*)>([^<]*)/y

/** Elements with text. A bank that leaves the text of one out mostly leaves its closing tag out too. */
const LEAVES = new Set(
  'TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID CORRECTFITID CORRECTACTION SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME MEMO CURDEF BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY DTSTART DTEND BALAMT DTASOF CODE SEVERITY MESSAGE TRNUID CLTCOOKIE DTSERVER LANGUAGE ORG FID INTU.BID INTU.ORG INTU.USERID CURSYM CURRATE MKTGINFO'.split(
    ' ',
  ),
)

export async function* readSgmlRecords(
  text: AsyncIterable<string>,
  isRecord: (path: string) => boolean,
): AsyncGenerator<XmlEvent[]> {
  let reader: SgmlReader | null = null
  let rest = ''
  for await (const piece of text) {
    rest += piece
    if (!reader) {
      // The header is 'KEY:VALUE' lines.
      const start = rest.indexOf('<')
      if (start < 0) {
        if (rest.length > MAX_TAG) break
        continue
      }
      reader = new SgmlReader(isRecord, rest.slice(0, start).split('\n').length)
      rest = rest.slice(start)
    }
    // The last token may go on in the next piece.
    const end = rest.lastIndexOf('<')
    yield [...reader.read(rest.slice(0, end))]
    rest = rest.slice(end)
    if (rest.length > MAX_TAG) throw new StatementFormatError('A text in the file is too long.')
  }
  if (!reader) throw new StatementFormatError('The file has a header of OFX and nothing else.')
  yield [...reader.read(rest)]
  reader.close()
}

class SgmlReader {
  #path: string[] = []
  #open: XmlElement[] = []
  #lineNumber: number
  #recordLine = 1
  #isRecord: (path: string) => boolean

  constructor(isRecord: (path: string) => boolean, lineNumber: number) {
    this.#isRecord = isRecord
    this.#lineNumber = lineNumber
  }

  *read(text: string): Generator<XmlEvent> {
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < text.length) {
      const at = TOKEN.lastIndex
      const match = TOKEN.exec(text)
      if (!match)
        throw new StatementFormatError(
          `Line ${this.#lineNumber}: the file is not OFX near '${text.slice(at, at + 40).trim()}'.`,
        )
      const [whole, slash, tag, content = ''] = match
      const name = tag?.toUpperCase()
      const next = TOKEN.lastIndex
      if (name !== undefined && slash) yield* this.#close(name)
      else if (name !== undefined) yield* this.#start(name, unescapeText(content.trim()))
      TOKEN.lastIndex = next
      this.#lineNumber += whole.split('\n').length - 1
    }
  }

  close(): void {
    if (this.#path.length > 0) throw new StatementFormatError('The file ends before its last element is closed.')
  }

  *#start(name: string, text: string): Generator<XmlEvent> {
    if (this.#path.length === 0) yield { kind: 'root', name, namespace: '' }
    const path = [...this.#path, name].join('/')
    const element: XmlElement = { name, text, attributes: {}, children: [] }
    const parent = this.#open.at(-1)
    parent?.children.push(element)
    if (!parent) this.#recordLine = this.#lineNumber
    if (text !== '' || LEAVES.has(name)) {
      if (!parent && this.#isRecord(path)) yield { kind: 'record', path, element, lineNumber: this.#recordLine }
      return
    }
    this.#path.push(name)
    if (this.#path.length > MAX_DEPTH) throw new StatementFormatError('The file is nested too deeply.')
    if (parent || this.#isRecord(path)) this.#open.push(element)
    else yield { kind: 'start', path, namespace: '', lineNumber: this.#lineNumber }
  }

  *#close(name: string): Generator<XmlEvent> {
    // The closing tag of an element with text, or of an empty one that was never closed, closes nothing else.
    const depth = this.#path.lastIndexOf(name)
    if (depth < 0) return
    while (this.#path.length > depth) yield* this.#closeLast()
  }

  *#closeLast(): Generator<XmlEvent> {
    const path = this.#path.join('/')
    this.#path.pop()
    const element = this.#open.pop()
    if (!element) yield { kind: 'end', path }
    else if (this.#open.length === 0) yield { kind: 'record', path, element, lineNumber: this.#recordLine }
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" }

const unescapeText = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|(amp|lt|gt|nbsp|quot|apos));/gi, (whole, code: string | undefined, name: string = '') =>
    code === undefined ? (ENTITIES[name.toLowerCase()] ?? whole) : characterOf(Number(code)),
  )

const characterOf = (code: number): string => (code >= 32 && code < 0xd800 ? String.fromCodePoint(code) : ' ')
