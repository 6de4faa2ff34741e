import type { listSeals } from '#contract/documents/proof.ts'
import { type ProofFacts, verifyProof } from '#contract/documents/verify-proof.ts'
import { toCents } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { call, callFile, parseJson } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { accountsQuery } from '../accounts/accounts-query.ts'

/** What the account page shows, in cents. */
type Shown = { balanceCents: bigint; heldCents: bigint }

export type CheckResult =
  | { kind: 'proven' | 'unsealed'; facts: ProofFacts; shown: Shown; file: Blob }
  | { kind: 'broken'; message: Text; posting: number | null; file: Blob }

type Progress = (done: number, total: number) => void

/** A long account takes a while to send. */
const TIMEOUT_MS = 5 * 60_000
/** The page is drawn in between, so that it stays smooth. */
const SLICE_MS = 12

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** Browsers hash on secure pages only. */
export const canCheck = () => typeof crypto !== 'undefined' && crypto.subtle !== undefined

export async function runCheck(accountId: string, onProgress: Progress, signal: AbortSignal): Promise<CheckResult> {
  const first = await checkOnce(accountId, onProgress, signal)
  // A payment may have been booked between the two reads.
  return isOutdated(first) ? checkOnce(accountId, onProgress, signal) : first
}

const isOutdated = (result: CheckResult) =>
  result.kind !== 'broken' && result.facts.balanceCents !== result.shown.balanceCents

async function checkOnce(accountId: string, onProgress: Progress, signal: AbortSignal): Promise<CheckResult> {
  const file = await callFile(`/users/proof?${new URLSearchParams({ accountId })}`, { signal, timeoutMs: TIMEOUT_MS })
  const result = await verifyProof(parseJson(await file.text()), { sha256, onProgress: inSlices(onProgress, signal) })
  signal.throwIfAborted()
  if (result.kind === 'broken') {
    const { text, values, posting } = result.error
    return { kind: 'broken', message: t(text, values), posting, file }
  }
  if (result.facts.accountId !== accountId)
    return { kind: 'broken', message: t('The proof is about another account.'), posting: null, file }
  const problem = await comparePublished(result.facts, signal)
  if (problem) return { kind: 'broken', message: problem, posting: null, file }
  return { ...result, shown: await readShown(accountId), file }
}

function inSlices(onProgress: Progress, signal: AbortSignal) {
  let sliceStart = performance.now()
  return async (done: number, total: number) => {
    signal.throwIfAborted()
    if (performance.now() - sliceStart < SLICE_MS) return
    onProgress(done, total)
    await new Promise((resolve) => setTimeout(resolve))
    sliceStart = performance.now()
  }
}

/** What is wrong, or null. */
async function comparePublished({ seal, latest }: ProofFacts, signal: AbortSignal): Promise<Text | null> {
  for (const own of [seal, latest]) {
    if (!own) continue
    const { seals } = await call<typeof listSeals>('GET', '/.well-known/openteller-seals.json', {
      query: { before: String(own.number + 1) },
      signal,
    })
    const [published] = seals
    if (published?.number !== own.number || published.hash !== own.hash)
      return t('Seal {number} in your proof is not the one that we publish.', { number: own.number })
  }
  return null
}

async function readShown(accountId: string): Promise<Shown> {
  const accounts = await queryClient.fetchQuery({ ...accountsQuery, staleTime: 0 })
  const account = accounts.find(({ _id }) => _id === accountId)
  const heldCents = toCents(account?.held ?? 0) ?? 0n
  return { balanceCents: (toCents(account?.balance ?? 0) ?? 0n) + heldCents, heldCents }
}
