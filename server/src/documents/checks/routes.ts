import { type CheckedDocument, checkDocument, parseFingerprint, readKeys } from '#contract/documents/document-checks.ts'
import type { DocumentKind } from '#contract/documents/signed-documents.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readPublishedKeys } from '../issuing/signing-keys.ts'
import { findDocument } from '../issuing/store.ts'

/** Keys change rarely; a page that meets an unknown one asks again. */
const KEYS_MAX_AGE_SECONDS = 300

export const documentCheckRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(checkDocument, async ({ params }): Promise<CheckedDocument> => {
    const by = parseFingerprint(params.fingerprint)
    const document = by && (await findDocument(sql, by))
    if (!document) throw new Refusal('not_found')
    return {
      kind: document.kind as DocumentKind,
      issuedAt: document.issued_at.toISOString(),
      ...(document.period === null ? {} : { period: document.period }),
      sha256: document.sha256.toString('hex'),
      keyId: document.key_id,
      signature: document.signature.toString('base64url'),
    }
  }),
  route(readKeys, async ({ reply }) => {
    reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`)
    const keys = await readPublishedKeys(sql)
    return {
      keys: keys.map(({ id, publicKey, from, until }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x: publicKey.toString('base64url'),
        kid: id,
        use: 'sig',
        from: from.toISOString(),
        ...(until ? { until: until.toISOString() } : {}),
      })),
    }
  }),
]
