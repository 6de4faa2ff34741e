import { type FileSource, StatementFormatError } from './statement-file.ts'

const UTF8_MARK = [0xef, 0xbb, 0xbf]

/**
 * UTF-8 where every byte of the file is, else Windows-1252, which contains Latin-1: banks write one of the two and
 * most formats can't say which. `declared` is what the file itself says and wins.
 */
export async function* decodeText(source: FileSource, declared: string | null): AsyncGenerator<string> {
  const encoding = declared ?? ((await isUtf8(source)) ? 'utf-8' : 'windows-1252')
  const decoder = createDecoder(encoding)
  try {
    for await (const bytes of source()) {
      const text = decoder.decode(bytes, { stream: true })
      if (text.includes('\0')) throw new StatementFormatError('The file is not text.')
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    if (error instanceof TypeError) throw new StatementFormatError(`The file is not valid ${encoding.toUpperCase()}.`)
    throw error
  }
}

/** The beginning of the file, for finding out its format. Refuses UTF-16, which none of the formats allows. */
export async function readBeginning(source: FileSource, length: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const bytes of source()) {
    parts.push(bytes)
    size += bytes.length
    if (size >= length) break
  }
  const bytes = Buffer.concat(parts).subarray(0, length)
  if (bytes.length === 0) throw new StatementFormatError('The file is empty.')
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || bytes.subarray(0, 64).includes(0))
    throw new StatementFormatError('The file is not text in UTF-8 or Latin-1. Save it as UTF-8 and upload it again.')
  const start = UTF8_MARK.every((byte, index) => bytes[index] === byte) ? UTF8_MARK.length : 0
  return bytes.subarray(start).toString('latin1')
}

function createDecoder(encoding: string): TextDecoder {
  try {
    // The beginning of the file has shown that it is not.
    if (/^(?:utf-?16|utf-?32|ucs)/i.test(encoding)) throw new RangeError()
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new StatementFormatError(`The encoding ${encoding.slice(0, 40)} is not supported. Save the file as UTF-8.`)
  }
}

async function isUtf8(source: FileSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of source()) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Lines without their ends, whichever of LF, CRLF and CR the file has, in groups. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const piece of text) {
    rest += piece
    // A CR at the end may be half of a CRLF.
    const complete = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const lines = complete.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + rest.slice(complete.length)
    if (rest.length > 100_000) throw new StatementFormatError('The file has a line of more than 100,000 characters.')
    yield lines
  }
  if (rest !== '') yield [rest.replace(/\r$/, '')]
}
