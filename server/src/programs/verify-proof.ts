/**
 * `npm run verify:proof FILE [SEAL HASH]`: checks a proof of an account without a bank and without a network. Prints one line
 * and exits with 0 only when the postings are proven by a seal; with a hash, by the seal with this hash.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ProofFacts, verifyProof } from '#contract/documents/verify-proof.ts'

type Verdict = { proven: boolean; line: string }

const failed = (line: string): Verdict => ({ proven: false, line: `Not proven: ${line}` })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

export async function checkProofFile(path: string | undefined, sealHash?: string): Promise<Verdict> {
  if (!path) return failed('name the file: npm run verify:proof FILE [SEAL HASH]')
  const expected = sealHash?.toLowerCase()
  if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected))
    return failed('the seal hash must have 64 hexadecimal digits.')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return failed(`the file ${path} can't be read.`)
  const result = await verifyProof(parse(text), { sha256 })
  if (result.kind === 'broken') return failed(result.error.message)
  const { facts } = result
  if (!facts.seal) return failed(`${describe(facts)}, but no seal covers them yet.`)
  if (expected && !facts.seals.some(({ hash }) => hash === expected))
    return failed(`none of the seals ${facts.seal.number} to ${facts.latest?.number} in the file has this hash.`)
  return { proven: true, line: `Proven: ${describe(facts)}. ${describeSeal(facts)}` }
}

/** Undefined is no proof either. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** In minor units: a proof names no currency, because it has only what is hashed. */
function describe({ accountId, postings, balanceCents }: ProofFacts): string {
  const follow = postings === 1 ? '1 posting stands' : `${postings} postings follow from each other`
  return `in account ${accountId}, ${follow} and add up to ${balanceCents.toLocaleString('en-US')} minor units (cents)`
}

function describeSeal({ seal, latest, postings, sealed }: ProofFacts): string {
  const later = postings - sealed
  const after = later === 0 ? '' : ` ${later} came after it.`
  return `Seal ${seal?.number} of ${seal?.at} covers them.${after} Latest seal: ${latest?.number}, ${latest?.hash}.`
}

if (import.meta.main) {
  const [path, sealHash] = process.argv.slice(2)
  const { proven, line } = await checkProofFile(path, sealHash)
  console.log(line)
  process.exitCode = proven ? 0 : 1
}
