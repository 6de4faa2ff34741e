import { type Locale, SOURCE_LOCALE } from '#contract/locales.ts'
import { msg } from '#contract/text-id.ts'
import { type Texts, textsIn } from '../texts/texts.ts'

/**
 * Printed on an issued document. The number is random: anyone who has it can look it up, and it can't be guessed. Without a
 * locale, it is in English.
 */
export type IssueDetails = { number: string; issuedAt: Date; staffCopy?: boolean; locale?: Locale }

export const textsOf = ({ locale = SOURCE_LOCALE }: IssueDetails): Texts => textsIn(locale)

/** The mark of a staff copy, in every format. */
export const STAFF_COPY = msg('Copy issued by staff')

/** Depends on its arguments only: the same document and issue give the same bytes. */
export type Renderer<Document> = (document: Document, issued: IssueDetails) => AsyncIterable<Uint8Array>

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
