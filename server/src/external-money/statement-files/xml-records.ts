import { SaxesParser } from 'saxes'
import { StatementFormatError } from './statement-file.ts'

/** An element with its text, and its children by local name in the order of the file. */
export type XmlElement = { name: string; text: string; attributes: Record<string, string>; children: XmlElement[] }

export type XmlEvent =
  | { kind: 'root'; name: string; namespace: string }
  | { kind: 'start'; path: string; namespace: string; lineNumber: number }
  | { kind: 'record'; path: string; element: XmlElement; lineNumber: number }
  | { kind: 'end'; path: string }

/** The deepest element of camt.053.001.08 is at 20. */
const MAX_DEPTH = 40
/** An entry of a collective payment may have thousands of details; beyond this it is no statement. */
const MAX_RECORD_ELEMENTS = 500_000
const MAX_TEXT = 100_000
/** The largest element of camt.053 and OFX has a few. All of one element are resolved at once, so a million would stop the server. */
const MAX_ATTRIBUTES = 100

/**
 * Reads XML as a stream: only the elements that `isRecord` names are built, one at a time, in groups. Document type declarations
 * are refused, and with them all entities but the five of XML.
 */
export async function* readXmlRecords(
  text: AsyncIterable<string>,
  isRecord: (path: string) => boolean,
): AsyncGenerator<XmlEvent[]> {
  const reader = new RecordReader(isRecord)
  for await (const piece of text) {
    reader.write(piece)
    yield reader.takeEvents()
  }
  reader.close()
  yield reader.takeEvents()
}

class RecordReader {
  #parser = new SaxesParser({ xmlns: true, position: true })
  #events: XmlEvent[] = []
  #path: string[] = []
  /** The elements from the record down to the current one; empty outside of records. */
  #open: XmlElement[] = []
  #elements = 0
  /** Attributes of the element that is being read. */
  #attributes = 0
  #recordLine = 1
  #isRecord: (path: string) => boolean

  constructor(isRecord: (path: string) => boolean) {
    this.#isRecord = isRecord
    this.#parser.on('doctype', () => {
      throw this.#error('XML with a document type declaration is not accepted.')
    })
    this.#parser.on('error', (error) => {
      throw this.#error(`the file is not well-formed XML (${error.message.replace(/^\d+:\d+: /, '')})`)
    })
    this.#parser.on('opentagstart', () => {
      this.#attributes = 0
    })
    this.#parser.on('attribute', () => {
      this.#attributes++
      if (this.#attributes > MAX_ATTRIBUTES) throw this.#error('an element of the file has too many attributes.')
    })
    this.#parser.on('opentag', (tag) => this.#openElement(tag.local, tag.uri, attributesOf(tag.attributes)))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.on('closetag', () => this.#closeElement())
  }

  #error(message: string): StatementFormatError {
    return new StatementFormatError(`Line ${this.#parser.line}: ${message}`)
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  close(): void {
    this.#parser.close()
    if (this.#elements === 0) throw new StatementFormatError('The file has no XML elements.')
  }

  takeEvents(): XmlEvent[] {
    return this.#events.splice(0)
  }

  #openElement(name: string, namespace: string, attributes: Record<string, string>): void {
    if (this.#path.length === 0) this.#events.push({ kind: 'root', name, namespace })
    this.#path.push(name)
    this.#elements++
    if (this.#path.length > MAX_DEPTH) throw this.#error('the XML is nested too deeply.')
    const parent = this.#open.at(-1)
    if (!parent) {
      const path = this.#path.join('/')
      if (!this.#isRecord(path)) {
        this.#events.push({ kind: 'start', path, namespace, lineNumber: this.#parser.line })
        return
      }
      this.#elements = 1
      this.#recordLine = this.#parser.line
    }
    if (this.#elements > MAX_RECORD_ELEMENTS) throw this.#error('an entry of the file is too large.')
    const element: XmlElement = { name, text: '', attributes, children: [] }
    parent?.children.push(element)
    this.#open.push(element)
  }

  #addText(text: string): void {
    const element = this.#open.at(-1)
    if (!element) return
    element.text += text
    if (element.text.length > MAX_TEXT) throw this.#error(`a text in the file is too long (${element.name}).`)
  }

  #closeElement(): void {
    const element = this.#open.pop()
    // Within a record, which is most of a file, no one asks for the path.
    if (this.#open.length === 0) {
      const path = this.#path.join('/')
      this.#events.push(
        element ? { kind: 'record', path, element, lineNumber: this.#recordLine } : { kind: 'end', path },
      )
    }
    this.#path.pop()
  }
}

function attributesOf(attributes: Record<string, { value: string; local: string }>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name in attributes) {
    const attribute = attributes[name]
    if (attribute) found[attribute.local] = attribute.value
  }
  return found
}

/** Split paths, because a few of them are looked up in every entry of a file. */
const paths = new Map<string, string[]>()

function namesIn(path: string): string[] {
  let names = paths.get(path)
  if (!names) {
    names = path.split('/')
    paths.set(path, names)
  }
  return names
}

/** The first element below, by a path of names: `find(entry, 'NtryDtls/TxDtls')`. */
export function find(element: XmlElement | undefined, path: string): XmlElement | undefined {
  let found = element
  for (const name of namesIn(path)) {
    if (!found) return undefined
    found = found.children.find((child) => child.name === name)
  }
  return found
}

/** All elements at the end of a path, through every branch. */
export function findAll(element: XmlElement | undefined, path: string): XmlElement[] {
  let found = element ? [element] : []
  for (const name of namesIn(path)) {
    if (found.length === 0) return found
    const below: XmlElement[] = []
    for (const { children } of found) for (const child of children) if (child.name === name) below.push(child)
    found = below
  }
  return found
}

export const textOf = (element: XmlElement | undefined, path: string): string | undefined =>
  find(element, path)?.text.trim() || undefined
