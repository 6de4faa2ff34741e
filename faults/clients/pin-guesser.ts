import type { Operation } from '../history.ts'
import { PASSWORD, PIN } from '../people.ts'
import { PASSWORD_TIMEOUT_MS, RetryingClient } from './retrying-client.ts'

const WRONG_PIN = '9999'
const MAX_ATTEMPTS = 5
/** More than a new account has: with the right PIN the transfer is still refused. */
const CENTS = 100

/**
 * Tries wrong PINs, several at once, on accounts of its own, so that it knows how many attempts the bank must have compared.
 * It never resets a PIN: a reset has no idempotency key, so one that timed out could still take effect much later.
 */
export async function runPinGuesser(client: RetryingClient, onAccount: (personId: string) => void): Promise<void> {
  for (let round = 0; client.context.running; round += 1) {
    const email = `${client.name.replaceAll(' ', '-')}-${round}@campaign.example`
    const victim = new RetryingClient(client.name, email, client.random, client.context)
    const personId = await openAccount(victim)
    onAccount(personId)
    await guessUntilLocked(victim, personId)
    await client.think()
  }
}

async function openAccount(victim: RetryingClient): Promise<string> {
  const body = { fullName: 'Vera Victim', email: victim.email, password: PASSWORD }
  const register = { method: 'POST', path: '/auths/register', body, timeoutMs: PASSWORD_TIMEOUT_MS } as const
  await victim.repeatUntilAccepted(register, [201, 409])
  const createPin = { method: 'POST', path: '/users/create-transaction-code', body: { pin: PIN } } as const
  await victim.repeatUntilAccepted(createPin, [201, 409])
  const { body: profile } = await victim.read<{ user: { _id: string } }>('/users')
  return profile.user._id
}

/**
 * A wrong PIN counts whenever it arrives, whatever its key: a retry after a lost response is another guess. So the number of
 * comparisons is exact only while nothing was sent twice; at most five it is always.
 */
async function guessUntilLocked(victim: RetryingClient, personId: string): Promise<void> {
  const { random, context } = victim
  let counted = 0
  let exact = true
  while (context.running && counted < MAX_ATTEMPTS) {
    const size = random.between(1, 8)
    const guesses = await Promise.all(Array.from({ length: size }, () => guess(victim, personId, WRONG_PIN)))
    const results = guesses.flatMap((operation) => operation.results)
    const compared = results.filter(({ code }) => code === 'pin_incorrect').length
    exact &&= guesses.every(({ attempts }) => attempts === 1)
    const expected = Math.min(size, MAX_ATTEMPTS - counted)
    if (exact ? compared !== expected : counted + compared > MAX_ATTEMPTS)
      context.history.report(
        'PIN attempts',
        `${personId}: of ${size} wrong PINs after ${counted} others, ${compared} were compared instead of ${expected}`,
      )
    counted += compared
    // Refused without a comparison: a request whose response was lost has locked the PIN.
    if (results.some(({ code }) => code === 'pin_locked')) counted = MAX_ATTEMPTS
    if (exact && counted < MAX_ATTEMPTS && random.chance(0.25)) {
      await expectCode(victim, personId, 'insufficient_balance')
      counted = 0
    }
    await victim.think()
  }
  // Locked: even the right PIN is not compared.
  if (counted >= MAX_ATTEMPTS) await expectCode(victim, personId, 'pin_locked')
}

async function expectCode(victim: RetryingClient, personId: string, code: string): Promise<void> {
  const { results } = await guess(victim, personId, PIN)
  if (results[0]?.code !== code)
    victim.context.history.report(
      'PIN attempts',
      `${personId}: the right PIN was refused with ${results[0]?.code}, not ${code}`,
    )
}

function guess(victim: RetryingClient, personId: string, pin: string): Promise<Operation> {
  const kind = pin === PIN ? 'right secret' : 'wrong secret'
  return victim.perform({ kind, personId, cents: CENTS }, ({ id }) => ({
    method: 'POST',
    path: '/transfer',
    keyed: true,
    body: { accountName: id, accountNumber: `X${id}`, bankName: 'Campaign Bank', amount: CENTS / 100, pin },
  }))
}
