import type { CheckedDocument, checkDocument, PublishedKey } from '#contract/documents/document-checks.ts'
import { signedText } from '#contract/documents/signed-documents.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { callLater } from '../../shared/api/call-later.ts'

/**
 * unknown: the bank issued no such document. forged: it is listed, but the signature does not match. unsupported: this
 * browser has no Ed25519, so the signature is not checked.
 */
export type Verdict =
  | { result: 'genuine' | 'unsupported'; document: CheckedDocument }
  | { result: 'unknown' }
  | { result: 'forged' }

const KEYS_URL = '/.well-known/openteller-keys.json'

/** By SHA-256 or document number. What the server answers counts only with a valid signature. */
export async function lookUpDocument(fingerprint: string, signal: AbortSignal): Promise<Verdict> {
  const isHash = /^[0-9a-f]{64}$/.test(fingerprint)
  try {
    const [document, keys] = await Promise.all([
      callLater<typeof checkDocument>('GET', '/verify/:fingerprint', { params: { fingerprint }, signal }),
      readKeys(signal),
    ])
    if (isHash && document.sha256 !== fingerprint) return { result: 'forged' }
    const signature = await verifySignature(document, keys)
    return signature === 'invalid'
      ? { result: 'forged' }
      : { result: signature === 'valid' ? 'genuine' : 'unsupported', document }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { result: 'unknown' }
    throw error
  }
}

/** Not from the cache without asking: a document may have been signed with a key of a minute ago. */
async function readKeys(signal: AbortSignal): Promise<PublishedKey[]> {
  const response = await fetch(KEYS_URL, { cache: 'no-cache', signal }).catch((error) => {
    throw signal.aborted ? error : new ApiError(0, null, { cause: error })
  })
  if (!response.ok) throw new ApiError(response.status, null)
  return ((await response.json()) as { keys: PublishedKey[] }).keys
}

async function verifySignature(
  document: CheckedDocument,
  keys: readonly PublishedKey[],
): Promise<'valid' | 'invalid' | 'unsupported'> {
  const published = keys.find(({ kid }) => kid === document.keyId)
  if (!published) return 'invalid'
  const key = await importKey(published)
  if (!key) return 'unsupported'
  const text = new TextEncoder().encode(signedText(document))
  const valid = await crypto.subtle.verify('Ed25519', key, fromBase64Url(document.signature), text)
  return valid ? 'valid' : 'invalid'
}

/** Null without Ed25519, and where the page was not loaded over HTTPS: browsers then have no WebCrypto. */
async function importKey({ kty, crv, x }: PublishedKey): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  } catch {
    return null
  }
}

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
