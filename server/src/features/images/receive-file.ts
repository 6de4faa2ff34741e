import type { FastifyRequest } from 'fastify'
import { MAX_FILE_BYTES } from '#contract/upload-limit.ts'
import { Refusal } from '../../runtime/refusal.ts'

/** A form with one file in it: the file, two boundaries and the part's headers. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 16 * 1024
const FIELD = 'image'
const LIMITS = { parts: 1, fileSize: MAX_FILE_BYTES, fieldSize: 1024, headerPairs: 20, headerSize: 8 * 1024 }

/** The form's one file. Its name and its declared type are what the sender says of it: neither is looked at. */
export async function receiveFile(request: FastifyRequest): Promise<Buffer> {
  // A request without any body is not a form, and came past the content type check.
  if (!request.isMultipart()) throw new Refusal('no_image')
  // Who hung up before it was their turn sends no end of the form any more: waiting for it would be for good.
  if (request.raw.destroyed) throw new Refusal('upload_failed')
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw new Refusal('too_large')
  try {
    const file = await readOnlyPart(request)
    if (!file) throw new Refusal('no_image')
    return file
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Whatever else the form's reader finds is the sender's doing: no boundary, a broken part, a second one, a broken end.
    request.log.info({ err: error }, 'unreadable form')
    throw new Refusal('upload_failed')
  } finally {
    // What was not read would stay on the connection, in front of the next request.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function readOnlyPart(request: FastifyRequest): Promise<Buffer | null> {
  let file: Buffer | null = null
  // Reads on to the end of the form: only there is it known that nothing follows.
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type !== 'file') continue
    const bytes = await readWhole(part.file)
    // A browser sends an empty, nameless file for a field in which none was chosen.
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
