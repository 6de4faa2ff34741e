import type { FastifyRequest } from 'fastify'
import { MAX_FILE_BYTES } from '#contract/customers/upload-limit.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** A form with one file: the file, two boundaries and the part's headers. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 16 * 1024
const FIELD = 'image'
const LIMITS = { parts: 1, fileSize: MAX_FILE_BYTES, fieldSize: 1024, headerPairs: 20, headerSize: 8 * 1024 }

/** Reads the form's one file; its name and declared type are ignored. */
export async function receiveFile(request: FastifyRequest): Promise<Buffer> {
  // A request without a body has no content type to check.
  if (!request.isMultipart()) throw new Refusal('no_image')
  // A client that disconnected while queued never sends the end of the form; reading would hang.
  if (request.raw.destroyed) throw new Refusal('upload_failed')
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw new Refusal('too_large')
  try {
    const file = await readOnlyPart(request)
    if (!file) throw new Refusal('no_image')
    return file
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Any other parser error is the client's: no boundary, a broken part, a second part, a truncated form.
    request.log.info({ err: error }, 'unreadable form')
    throw new Refusal('upload_failed')
  } finally {
    // Unread data would stay on the connection, before the next request.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function readOnlyPart(request: FastifyRequest): Promise<Buffer | null> {
  let file: Buffer | null = null
  // Reads to the end of the form, to be sure that nothing follows.
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type !== 'file') continue
    const bytes = await readWhole(part.file)
    // Browsers send an empty file without a name when none was chosen.
    const chosen = bytes.length > 0 || part.filename
    if (part.fieldname === FIELD && chosen) file = bytes
  }
  return file
}

type FileStream = AsyncIterable<Buffer> & { truncated: boolean }

async function readWhole(stream: FileStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(chunk)
    if (stream.truncated) break
  }
  if (stream.truncated) throw new Refusal('too_large')
  return Buffer.concat(chunks)
}
