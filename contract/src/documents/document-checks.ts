import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { isoTime } from '../fields.ts'
import { DOCUMENT_KINDS, parseDocumentNumber } from './signed-documents.ts'

const EXAMPLE_KEY_ID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
const EXAMPLE_SIGNATURE = 'hgyY0il_MGCjP0JzlnkSgGqQSm5NqXn3zK0l5h3Gd2N9WfQ1mI7WmPCu7gk6Vv5cD0f7oQ2d0yE8F6hJm2xIDA'

/** A SHA-256 in hex, in lower case, or a document number as it is printed; null for anything else. */
export function parseFingerprint(typed: string): { sha256: string } | { number: string } | null {
  if (/^[0-9a-f]{64}$/i.test(typed)) return { sha256: typed.toLowerCase() }
  const number = parseDocumentNumber(typed)
  return number === null ? null : { number }
}

export const checkedDocument = z
  .object({
    kind: z.enum(DOCUMENT_KINDS),
    issuedAt: isoTime,
    period: z.string().optional().meta({ description: 'The month of a statement.' }),
    sha256: z.string(),
    keyId: z.string().meta({ description: 'The `kid` of a key in `/.well-known/openteller-keys.json`.' }),
    signature: z.string().meta({ description: 'Ed25519, base64url.' }),
  })
  .meta({
    id: 'CheckedDocument',
    examples: [
      {
        kind: 'statement',
        issuedAt: '2026-11-01T08:30:00.000Z',
        period: '2026-10',
        sha256: EXAMPLES.issuedDocument,
        keyId: EXAMPLE_KEY_ID,
        signature: EXAMPLE_SIGNATURE,
      },
    ],
  })
export type CheckedDocument = z.infer<typeof checkedDocument>

export const checkDocument = endpoint({
  method: 'GET',
  path: '/verify/:fingerprint',
  policy: 'public',
  rateLimit: 'verify',
  apiOnly: true,
  tag: 'Public',
  summary: 'Whether the bank issued a document',
  description: `By the SHA-256 of the file in hex, or by the document number printed in it. The response reveals nothing about the holder.
Anything that is no document of the bank is not found, also a text that is neither a fingerprint nor a number.
The signature is over this text, in lines ended by a line feed except the last:
\`openteller document 1\`, \`kind: …\`, \`issued at: …\`, \`period: …\` (\`-\` for none), \`sha-256: …\`, \`key: …\`.`,
  params: z.strictObject({ fingerprint: z.string().meta({ pattern: '^[A-Za-z0-9-]{1,100}$' }) }),
  example: { params: { fingerprint: EXAMPLES.issuedDocument } },
  success: { status: 200, body: checkedDocument },
  refusals: ['not_found'],
})

export const publishedKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  from: isoTime.meta({ description: 'When the bank began to sign with it.' }),
  until: isoTime.optional().meta({ description: 'When the next key replaced it. Its documents stay genuine.' }),
})
export type PublishedKey = z.infer<typeof publishedKey>

export const readKeys = endpoint({
  method: 'GET',
  path: '/.well-known/openteller-keys.json',
  policy: 'public',
  tag: 'Public',
  summary: 'The public keys that documents are signed with',
  description: 'All keys since the bank was opened, as a JWK set, the present one first.',
  success: {
    status: 200,
    body: z.object({ keys: z.array(publishedKey) }).meta({
      id: 'PublishedKeys',
      examples: [
        {
          keys: [
            {
              kty: 'OKP',
              crv: 'Ed25519',
              x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
              kid: EXAMPLE_KEY_ID,
              use: 'sig',
              from: '2026-01-05T12:00:00.000Z',
            },
          ],
        },
      ],
    }),
  },
})
