/** Printed on an issued document. The number is random: anyone who has it can look it up, and it can't be guessed. */
export type Issued = { number: string; issuedAt: Date; staffCopy?: boolean }

/** The mark of a staff copy, in every format. */
export const STAFF_COPY = 'Copy issued by staff'

/** Depends on its arguments only: the same document and issue give the same bytes. */
export type Renderer<Document> = (document: Document, issued: Issued) => AsyncIterable<Uint8Array>

const CHUNK_CHARACTERS = 32 * 1024

/** UTF-8, in chunks of about the same size however short the pieces are. */
export async function* encode(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < CHUNK_CHARACTERS) continue
    yield encoder.encode(text)
    text = ''
  }
  if (text) yield encoder.encode(text)
}
