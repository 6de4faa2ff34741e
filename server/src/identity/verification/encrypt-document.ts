import type { DocumentKind } from '#contract/identity/verification.ts'
import type { RotatingKey } from '../../platform/crypto/rotating-key.ts'
import { decryptBytes, encryptBytes } from '../../platform/crypto/stored-secret.ts'

type Identity = { id: string; personId: string; kind: DocumentKind }

/** Authenticated with the content: a document that is moved to another person, id or kind can't be decrypted. */
export const documentPurpose = ({ id, personId, kind }: Identity) => `verification document ${personId} ${id} ${kind}`

export const encryptDocument = (key: RotatingKey, document: Identity, bytes: Buffer): Buffer =>
  encryptBytes(key, documentPurpose(document), bytes)

export function decryptDocument(key: RotatingKey, document: Identity, content: Buffer): Buffer {
  const bytes = decryptBytes(key, documentPurpose(document), content)
  if (!bytes) throw new Error(`Document ${document.id} can't be decrypted: APP_SECRET or the row has changed`)
  return bytes
}
