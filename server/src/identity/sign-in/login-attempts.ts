import { isKnownDevice } from '../../access/known-devices.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { clientNetwork } from '../../platform/runtime/client-network.ts'
import { limitConcurrency } from '../../platform/runtime/limit-concurrency.ts'
import { type CountedAttempt, clearAttempts, countOrRefuse, type Limit, undoAttempt } from '../attempts.ts'

const WINDOW_MS = 15 * 60_000
const PER_ACCOUNT_AND_ADDRESS: Limit = { scope: 'login account and address', max: 10, windowMs: WINDOW_MS }
const PER_ACCOUNT: Limit = { scope: 'login account', max: 30, windowMs: WINDOW_MS }
const PER_ADDRESS: Limit = { scope: 'login address', max: 100, windowMs: WINDOW_MS }
const PER_ACCOUNT_AND_DEVICE: Limit = { scope: 'login account and device', max: 10, windowMs: WINDOW_MS }

type Attempt = {
  account: string
  /** Null when no person has the account. */
  personId: string | null
  address: string
  deviceId: string
  at: Date
  signal?: AbortSignal | undefined
}
type AttemptCounter = { limit: Limit; subject: string }

const ofDevice = ({ account, deviceId }: Pick<Attempt, 'account' | 'deviceId'>): AttemptCounter => ({
  limit: PER_ACCOUNT_AND_DEVICE,
  subject: `${account}\n${deviceId}`,
})
const ofAddress = ({ account, address }: Pick<Attempt, 'account' | 'address'>): AttemptCounter => ({
  limit: PER_ACCOUNT_AND_ADDRESS,
  subject: `${account}\n${clientNetwork(address)}`,
})
const ofAccount = (account: string): AttemptCounter => ({ limit: PER_ACCOUNT, subject: account })

/**
 * A device known to the account has only its own count: no other client can use it up, so guesses from elsewhere never lock
 * the owner out. All unknown devices share the counts of the account and of the address.
 */
const countsOf = (attempt: Attempt, known: boolean): AttemptCounter[] =>
  known
    ? [ofDevice(attempt)]
    : [ofAddress(attempt), ofAccount(attempt.account), { limit: PER_ADDRESS, subject: clientNetwork(attempt.address) }]

/** As many as are hashed concurrently: queued attempts are not counted yet. */
const MAX_QUEUED = 1_000
const runVerification = limitConcurrency(2, MAX_QUEUED)
const queues = new Map<string, { waiting: number; enter: ReturnType<typeof limitConcurrency> }>()

/**
 * Verifies a password. The attempt is counted as a failure before the check, so that of two hundred parallel guesses only
 * ten are checked; a correct password takes its count back. Attempts at one account run one after the other, and only the
 * running one is counted: correct ones must not block each other. A known device does not wait behind the others.
 */
export async function verifyLoginAttempt(sql: Sql, attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> {
  const { account, personId, deviceId, at, signal } = attempt
  const known = await isKnownDevice(sql, personId, deviceId)
  const counts = countsOf(attempt, known)
  const turn = { lane: known ? 'known devices' : 'unknown devices', signal }
  return inQueue(known ? ofDevice(attempt).subject : account, signal, () =>
    runVerification(() => countAndVerify(sql, counts, at, verify), turn),
  )
}

async function countAndVerify(
  sql: Sql,
  counts: readonly AttemptCounter[],
  at: Date,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const counted: CountedAttempt[] = []
  // Without a result (another limit refused, the queue is full, the client left, the database failed) nothing was guessed.
  let guessedWrong = false
  try {
    for (const { limit, subject } of counts) counted.push(await countOrRefuse(sql, limit, subject, at))
    const correct = await verify()
    guessedWrong = !correct
    return correct
  } finally {
    if (!guessedWrong) await Promise.all(counted.map((one) => undoAttempt(sql, one)))
  }
}

/** Failed attempts were at the old password: a customer who has set a new one can log in with it from here. */
export async function clearLoginAttempts(
  tx: Tx,
  attempt: Pick<Attempt, 'account' | 'address' | 'deviceId'>,
): Promise<void> {
  for (const { limit, subject } of [ofAccount(attempt.account), ofAddress(attempt), ofDevice(attempt)])
    await clearAttempts(tx, limit, subject)
}

async function inQueue<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? { waiting: 0, enter: limitConcurrency(1, MAX_QUEUED) }
  queues.set(key, queue)
  queue.waiting++
  try {
    return await queue.enter(work, { signal })
  } finally {
    if (--queue.waiting === 0) queues.delete(key)
  }
}
