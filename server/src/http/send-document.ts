import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type SentDocument = { number: string; sizeBytes: number; body: AsyncIterable<Uint8Array> }

/** Nothing in the file can run or load, even when it is opened as a page. */
export const INERT = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Streams an issued document as a file. The name has no quotes and no other than ASCII characters. */
export function sendDocument(
  reply: FastifyReply,
  { number, sizeBytes, body }: SentDocument,
  { mediaType, fileName }: { mediaType: string; fileName: string },
): FastifyReply {
  reply.headers({
    'content-type': mediaType,
    'content-length': sizeBytes,
    'content-disposition': `attachment; filename="${fileName}"`,
    'content-security-policy': INERT,
    'cache-control': 'private, no-store',
    'x-document-number': number,
  })
  return reply.send(Readable.from(body, { objectMode: false }))
}
