import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoTime } from '../fields.ts'
import { PROOF_FORMAT } from './proof-file.ts'

const EXAMPLE_ID = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const PUBLISHED_SEALS = 100

const count = z.number().int().nonnegative()
const hash = z.string().meta({ description: 'SHA-256 in hex.', examples: [EXAMPLE_HASH] })
const cents = z.string().meta({ description: 'Cents, as they are hashed.', examples: ['-1250'] })

const proofPosting = z
  .object({
    number: count,
    entryId: z.uuid(),
    transactionId: z.uuid(),
    contra: z.string().meta({ description: 'The internal account on the other side.', examples: ['wire_clearing'] }),
    amountCents: cents,
    balanceAfterCents: cents,
    valueAt: isoTime,
    bookedAt: isoTime,
    hash,
  })
  .meta({ id: 'ProofPosting' })

const sealHeader = z
  .object({ number: count, at: isoTime, root: hash, leaves: count, hash })
  .meta({ id: 'SealHeader', description: 'The hash covers the other fields and the hash of the seal before.' })

export const accountProof = z
  .object({
    format: z.literal(PROOF_FORMAT),
    accountId: z.uuid(),
    balanceCents: cents.meta({ description: 'Posted money: the sum of the postings.' }),
    head: z.object({ number: count, hash }).meta({ description: 'The last posting.' }),
    unsealed: count.meta({ description: 'Postings that came after the seal.' }),
    seal: z
      .object({
        postingNumber: count.meta({ description: 'The last posting that the seal covers.' }),
        postingHead: hash,
        auditHash: hash.meta({ description: 'Stands for what staff did, which is sealed with the postings.' }),
        index: count.meta({ description: 'The account’s place among the leaves.' }),
        path: z.array(hash).meta({ description: 'From the leaf to the root, as in RFC 9162.' }),
        previousHash: hash.meta({ description: 'Of the seal before the first of `headers`.' }),
        headers: z.array(sealHeader).meta({ description: 'From the seal that covers the account to the latest one.' }),
      })
      .nullable()
      .meta({ description: 'Null: nothing is sealed yet.' }),
    postings: z.array(proofPosting).meta({ description: 'All of them, the first one first.' }),
  })
  .meta({
    id: 'AccountProof',
    examples: [
      {
        format: PROOF_FORMAT,
        accountId: EXAMPLE_ID,
        balanceCents: '0',
        head: { number: 0, hash: EXAMPLE_HASH },
        unsealed: 0,
        seal: null,
        postings: [],
      },
    ],
  })

export const readProof = endpoint({
  method: 'GET',
  path: '/users/proof',
  needsAccount: true,
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'The chain of an own account, with the seal that covers it',
  description: `Everything that is needed to recompute the account's postings and to compare them with the seals that the bank
publishes at \`/.well-known/openteller-seals.json\`. \`npm run verify:proof FILE\` checks the response offline.`,
  query: z.strictObject({
    accountId: id.optional().meta({ description: 'An own account; the main one, when absent.' }),
  }),
  success: { status: 200, body: accountProof },
  refusals: ['not_found'],
})

const NUMBER_TEXT = 'The number is a whole number from 1.'

const exampleSeal = { number: 7, at: '2026-01-05T15:04:00.000Z', hash: EXAMPLE_HASH, root: EXAMPLE_HASH, leaves: 12 }

export const publishedSeal = z
  .object({
    number: count,
    at: isoTime,
    hash,
    root: hash.nullable().meta({ description: 'Null in seals that were made before trees.' }),
    leaves: count
      .nullable()
      .meta({ description: 'Accounts under the seal; null in seals that were made before trees.' }),
  })
  .meta({
    id: 'PublishedSeal',
    examples: [exampleSeal],
  })
export type PublishedSeal = z.infer<typeof publishedSeal>

export const listSeals = endpoint({
  method: 'GET',
  path: '/.well-known/openteller-seals.json',
  policy: 'public',
  tag: 'Operation',
  summary: 'The latest seals, newest first',
  description: `At most ${PUBLISHED_SEALS}. A copy that is kept elsewhere proves later that nothing older was rewritten.`,
  query: z.strictObject({
    before: z
      .string({ error: NUMBER_TEXT })
      .regex(/^[1-9][0-9]{0,14}$/, NUMBER_TEXT)
      .transform(BigInt)
      .optional()
      .meta({ description: 'Only seals with a lower number.' }),
  }),
  success: {
    status: 200,
    body: z
      .object({ seals: z.array(publishedSeal) })
      .meta({ id: 'PublishedSeals', examples: [{ seals: [exampleSeal] }] }),
  },
})
