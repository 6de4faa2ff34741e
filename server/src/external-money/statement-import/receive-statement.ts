import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { type CsvMapping, csvMapping } from '#contract/external-money/csv-mapping.ts'
import { MAX_STATEMENT_BYTES } from '#contract/external-money/statement-import.ts'
import { id } from '#contract/fields.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import type { FileSource } from '../statement-files/statement-file.ts'

/** An uploaded file on the disk, so that it can be read twice without being in memory. */
export type ReceivedStatement = {
  source: FileSource
  hash: Buffer
  bytes: number
  /** The account that a CSV file was uploaded for. */
  accountId: string | null
  /** The account that staff say the file is of. */
  saidAccountId: string | null
  mapping: CsvMapping | null
}

const FIELDS = ['account', 'outsideAccountId', 'mapping']
const MAX_FORM_BYTES = MAX_STATEMENT_BYTES + 32 * 1024
const LIMITS = {
  parts: 4,
  files: 1,
  fileSize: MAX_STATEMENT_BYTES,
  fieldSize: 8 * 1024,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

/** Runs `work` with the file of the form, which is gone afterwards. */
export async function withStatement<T>(
  request: FastifyRequest,
  work: (statement: ReceivedStatement) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal('no_file')
  if (request.raw.destroyed) throw new Refusal('upload_unreadable')
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw new Refusal('too_large')
  const disk = await openUnnamed()
  try {
    return await work(await receive(request, disk))
  } finally {
    await disk.close()
  }
}

/** A file without a name is gone when it is closed. It holds customers' payments, so it must not survive a crash. */
async function openUnnamed(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-statement-'))
  let disk: FileHandle | undefined
  try {
    disk = await open(join(folder, 'statement'), 'wx+', 0o600)
    await rm(folder, { recursive: true })
    return disk
  } catch (error) {
    await disk?.close()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function receive(request: FastifyRequest, disk: FileHandle): Promise<ReceivedStatement> {
  try {
    const { file, fields } = await readParts(request, disk)
    if (!file) throw new Refusal('no_file')
    return { source: () => readAll(disk), ...file, ...parseFields(fields) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Any other parser error is the client's: no boundary, a broken or a second part, a truncated form.
    request.log.info({ err: error }, 'unreadable form')
    throw new Refusal('upload_unreadable')
  } finally {
    // Unread data would stay on the connection, before the next request.
    request.raw.unpipe()
    request.raw.resume()
  }
}

type StoredFile = { hash: Buffer; bytes: number }

async function readParts(request: FastifyRequest, disk: FileHandle) {
  let file: StoredFile | null = null
  const fields = new Map<string, string>()
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'file') {
      const stored = await store(part.file, disk)
      if (part.file.truncated) throw new Refusal('too_large')
      if (part.fieldname !== 'file') throw invalidField(part.fieldname, 'Unknown field.')
      // Browsers send an empty file without a name when none was chosen.
      if (stored.bytes > 0 || part.filename) file = stored
    } else if (!FIELDS.includes(part.fieldname) || part.valueTruncated)
      throw invalidField(part.fieldname, part.valueTruncated ? 'This is too long.' : 'Unknown field.')
    else fields.set(part.fieldname, String(part.value))
  }
  return { file, fields }
}

async function store(chunks: AsyncIterable<Buffer>, disk: FileHandle): Promise<StoredFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    // Appends: it continues at the current position.
    await disk.writeFile(chunk)
  }
  return { hash: hash.digest(), bytes }
}

async function* readAll(disk: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await disk.read({ buffer: Buffer.allocUnsafe(64 * 1024), position })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

type ParsedFields = Pick<ReceivedStatement, 'accountId' | 'saidAccountId' | 'mapping'>

function parseFields(fields: ReadonlyMap<string, string>): ParsedFields {
  const [account, said] = [idIn(fields, 'account'), idIn(fields, 'outsideAccountId')]
  const mapping = fields.get('mapping') || null
  if (account && said && account !== said) throw invalidField('outsideAccountId', 'Send one account.')
  return {
    accountId: said ?? account,
    saidAccountId: said,
    mapping: mapping === null ? null : parseMapping(mapping),
  }
}

function idIn(fields: ReadonlyMap<string, string>, name: string): string | null {
  const value = fields.get(name) || null
  if (value !== null && !id.safeParse(value).success) throw invalidField(name, 'This is not an id.')
  return value
}

function parseMapping(text: string): CsvMapping {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalidField('mapping', 'This is not JSON.')
  }
  const parsed = csvMapping.safeParse(json)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ message, path }) => ({
    msg: message,
    path: ['mapping', ...path].join('.'),
  }))
  throw new Refusal('invalid', { errors })
}
