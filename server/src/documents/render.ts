/** Printed on an issued document. Random, so that it can be looked up by everyone and guessed by no one. */
export type Issued = { number: string; issuedAt: Date }

/** Depends on its arguments only: the same document and issue give the same bytes. */
export type Renderer<Document> = (document: Document, issued: Issued) => AsyncIterable<Uint8Array>
