import { StatementFormatError } from './statement-file.ts'
import type { XmlElement, XmlEvent } from './xml-records.ts'

/*
 * OFX 1 is SGML with a fixed rule: an element with text has no children and needs no closing tag, every other element
 * has one. No XML parser accepts that, and no kept library reads it as a stream.
 */

const MAX_DEPTH = 40
const MAX_TAG = 100_000

const TOKEN = /<(\/?)([A-Za-z0-9._]{1,60})>([^<]*)/y

export async function* readSgmlRecords(
  text: AsyncIterable<string>,
  isRecord: (path: string) => boolean,
): AsyncGenerator<XmlEvent> {
  const reader = new SgmlReader(isRecord)
  let rest = ''
  let isBody = false
  for await (const piece of text) {
    rest += piece
    if (!isBody) {
      // The header is 'KEY:VALUE' lines.
      const start = rest.indexOf('<')
      if (start < 0) continue
      rest = rest.slice(start)
      isBody = true
    }
    // The last token may go on in the next piece.
    const end = rest.lastIndexOf('<')
    yield* reader.read(rest.slice(0, end))
    rest = rest.slice(end)
    if (rest.length > MAX_TAG) throw new StatementFormatError('A text in the file is too long.')
  }
  yield* reader.read(rest)
  reader.close()
}

class SgmlReader {
  #path: string[] = []
  #open: XmlElement[] = []
  #isRecord: (path: string) => boolean

  constructor(isRecord: (path: string) => boolean) {
    this.#isRecord = isRecord
  }

  *read(text: string): Generator<XmlEvent> {
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < text.length) {
      const at = TOKEN.lastIndex
      const match = TOKEN.exec(text)
      if (!match) throw new StatementFormatError(`The file is not OFX near '${text.slice(at, at + 40).trim()}'.`)
      const [, slash, tag = '', content = ''] = match
      const name = tag.toUpperCase()
      const next = TOKEN.lastIndex
      if (slash) yield* this.#close(name)
      else yield* this.#start(name, unescapeText(content.trim()))
      TOKEN.lastIndex = next
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
    if (text !== '') {
      if (!parent && this.#isRecord(path)) yield { kind: 'record', path, element }
      return
    }
    this.#path.push(name)
    if (this.#path.length > MAX_DEPTH) throw new StatementFormatError('The file is nested too deeply.')
    if (parent || this.#isRecord(path)) this.#open.push(element)
    else yield { kind: 'start', path }
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
    else if (this.#open.length === 0) yield { kind: 'record', path, element }
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" }

const unescapeText = (text: string): string =>
  text.replace(/&(amp|lt|gt|nbsp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole)
