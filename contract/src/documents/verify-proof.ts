import { msg } from '../text-id.ts'
import { LEAF_PREFIX, leafText, NO_HASH, NODE_PREFIX, postingText, sealText } from './chain.ts'
import { type Proof, ProofError, type ProofPosting, type ProofSeal, readProof } from './proof-file.ts'

/*
 * Recomputes a proof, in the browser and offline by the same code. The caller gives the hash function, because a browser has an
 * asynchronous one only.
 */

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>

export type SealFact = { number: number; at: string; hash: string }

export type ProofFacts = {
  accountId: string
  postings: number
  /** Postings that the seal covers; the rest came later. */
  sealed: number
  balanceCents: bigint
  /** The seal that covers the postings, and the latest one, which covers that seal; null: nothing is sealed yet. */
  seal: SealFact | null
  latest: SealFact | null
  seals: readonly SealFact[]
}

export type ProofResult = { kind: 'proven' | 'unsealed'; facts: ProofFacts } | { kind: 'broken'; error: ProofError }

export type VerifyOptions = {
  sha256: Sha256
  /** Awaited now and then, so that a page can draw. */
  onProgress?: (done: number, total: number) => void | Promise<void>
}

const STEPS_PER_PROGRESS = 64

/** Takes anything, for example the JSON of a file, and never throws. */
export async function verifyProof(input: unknown, options: VerifyOptions): Promise<ProofResult> {
  try {
    const proof = readProof(input)
    const verifier = new Verifier(proof, options)
    await verifier.checkPostings()
    const seals = proof.seal ? await verifier.checkSeal(proof.seal) : []
    const facts = factsOf(proof, seals)
    return { kind: facts.seal ? 'proven' : 'unsealed', facts }
  } catch (error) {
    return {
      kind: 'broken',
      error: error instanceof ProofError ? error : new ProofError(msg('The file could not be checked.')),
    }
  }
}

function factsOf({ accountId, postings, balanceCents, seal }: Proof, seals: readonly SealFact[]): ProofFacts {
  return {
    accountId,
    postings: postings.length,
    sealed: seal?.postingNumber ?? 0,
    balanceCents: BigInt(balanceCents),
    seal: seals[0] ?? null,
    latest: seals.at(-1) ?? null,
    seals,
  }
}

class Verifier {
  readonly #proof: Proof
  readonly #options: VerifyOptions
  readonly #total: number
  #done = 0

  constructor(proof: Proof, options: VerifyOptions) {
    this.#proof = proof
    this.#options = options
    this.#total = proof.postings.length + (proof.seal?.headers.length ?? 0)
  }

  async checkPostings(): Promise<void> {
    const { accountId, postings, head, balanceCents } = this.#proof
    let [hash, balance] = [NO_HASH, 0n]
    for (const [index, posting] of postings.entries()) {
      const number = index + 1
      if (posting.number !== number)
        throw new ProofError(
          msg('Posting {number} is missing: posting {found} is in its place.'),
          { number, found: posting.number },
          number,
        )
      balance += BigInt(posting.amountCents)
      if (BigInt(posting.balanceAfterCents) !== balance)
        throw new ProofError(
          msg('The balance after posting {number} is not the sum of the postings up to it.'),
          { number },
          number,
        )
      hash = toHex(await this.#hashAfter(hash, textOf(accountId, posting)))
      if (posting.hash !== hash)
        throw new ProofError(
          msg('Posting {number} does not fit: it, or one before it, was altered.'),
          { number },
          number,
        )
      await this.#step()
    }
    if (head.number !== postings.length || head.hash !== hash)
      throw new ProofError(msg('The last of the {number} postings is not the one that the account ends with.'), {
        number: head.number,
      })
    if (BigInt(balanceCents) !== balance) throw new ProofError(msg('The balance is not the sum of the postings.'))
    if (this.#proof.unsealed !== head.number - (this.#proof.seal?.postingNumber ?? 0))
      throw new ProofError(msg('The number of postings after the seal is wrong.'))
  }

  /** From the account's leaf to the root of its seal, and from that seal to the latest one. */
  async checkSeal(seal: ProofSeal): Promise<SealFact[]> {
    const { accountId, postings } = this.#proof
    const sealedHash = seal.postingNumber === 0 ? NO_HASH : postings[seal.postingNumber - 1]?.hash
    if (sealedHash !== seal.postingHead)
      throw new ProofError(
        msg('Posting {number} is not the one that was sealed.'),
        { number: seal.postingNumber },
        seal.postingNumber > 0 ? seal.postingNumber : null,
      )
    const leaf = await this.#hash(
      Uint8Array.of(LEAF_PREFIX),
      toBytes(leafText({ ...seal, accountId, postingNumber: BigInt(seal.postingNumber) })),
    )
    const [first] = seal.headers
    const root = first ? await this.#rootFrom(leaf, seal, first.leaves) : null
    if (!first || root !== first.root) throw new ProofError(msg('The account is not part of the seal in the file.'))
    let previous = seal.previousHash
    let expected = first.number
    for (const { number, at, root, leaves, hash } of seal.headers) {
      if (number !== expected) throw new ProofError(msg('Seal {number} is missing in the file.'), { number: expected })
      const text = sealText({ number: BigInt(number), at: new Date(at), root, leaves: BigInt(leaves) })
      if (toHex(await this.#hashAfter(previous, text)) !== hash)
        throw new ProofError(msg('Seal {number} does not fit: it, or one before it, was altered.'), { number })
      previous = hash
      expected++
      await this.#step()
    }
    return seal.headers.map(({ number, at, hash }) => ({ number, at, hash }))
  }

  /** RFC 9162, 2.1.3.2. Null when the path does not fit the size of the tree. */
  async #rootFrom(leaf: Uint8Array, { index, path }: ProofSeal, leaves: number): Promise<string | null> {
    if (index >= leaves) return null
    let [node, place, last] = [leaf, index, leaves - 1]
    const up = () => {
      place = Math.floor(place / 2)
      last = Math.floor(last / 2)
    }
    for (const neighbour of path.map(fromHex)) {
      if (last === 0) return null
      const isRight = place % 2 === 1
      // The last node of an odd level has no neighbour, and moved up as it was.
      if (!isRight && place === last) while (place % 2 === 0 && last > 0) up()
      const pair = place % 2 === 1 ? [neighbour, node] : [node, neighbour]
      node = await this.#hash(Uint8Array.of(NODE_PREFIX), ...pair)
      up()
    }
    return last === 0 ? toHex(node) : null
  }

  #hashAfter(headHex: string, text: string): Promise<Uint8Array> {
    return this.#hash(fromHex(headHex), toBytes(text))
  }

  async #hash(...parts: Uint8Array[]): Promise<Uint8Array> {
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    return this.#options.sha256(bytes)
  }

  async #step(): Promise<void> {
    this.#done++
    if (this.#done % STEPS_PER_PROGRESS === 0 || this.#done === this.#total)
      await this.#options.onProgress?.(this.#done, this.#total)
  }
}

const textOf = (accountId: string, posting: ProofPosting): string =>
  postingText({
    accountId,
    number: BigInt(posting.number),
    entryId: posting.entryId,
    transactionId: posting.transactionId,
    contra: posting.contra,
    amountCents: BigInt(posting.amountCents),
    balanceAfterCents: BigInt(posting.balanceAfterCents),
    valueAt: new Date(posting.valueAt),
    bookedAt: new Date(posting.bookedAt),
  })

const encoder = new TextEncoder()
const toBytes = (text: string): Uint8Array => encoder.encode(text)

const fromHex = (hex: string): Uint8Array => {
  const bytes = new Uint8Array(hex.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const toHex = (bytes: Uint8Array): string => {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]
  return hex
}
