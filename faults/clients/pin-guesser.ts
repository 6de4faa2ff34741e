import type { Operation } from '../history.ts'
import { PASSWORD, PIN } from '../people.ts'
import { RetryingClient } from './retrying-client.ts'

const WRONG_PIN = '9999'
const MAX_ATTEMPTS = 5
/** More than a new account has: the PIN is right, and nothing moves. */
const CENTS = 100

/**
 * Tries wrong PINs, several at once, at new accounts of which it knows everything: how many looks there must have been, and
 * what the counter says. No PIN is ever reset: a reset has no key, so one that was given up could be carried out much later.
 */
export async function runPinGuesser(client: RetryingClient, watch: (personId: string) => void): Promise<void> {
  for (let round = 0; client.context.running; round += 1) {
    const email = `${client.name.replaceAll(' ', '-')}-${round}@campaign.example`
    const victim = new RetryingClient(client.name, email, client.dice, client.context)
    const personId = await openAccount(victim)
    watch(personId)
    await guessUntilLocked(victim, personId)
    await client.think()
  }
}

async function openAccount(victim: RetryingClient): Promise<string> {
  const person = { fullName: 'Somebody guessed at', email: victim.email, password: PASSWORD }
  await victim.repeatUntilAccepted({ method: 'POST', path: '/auths/register', body: person }, [201, 409])
  await victim.repeatUntilAccepted(
    { method: 'POST', path: '/users/create-transaction-code', body: { pin: PIN } },
    [201, 409],
  )
  const { body } = await victim.read<{ user: { _id: string } }>('/users')
  return body.user._id
}

async function guessUntilLocked(victim: RetryingClient, personId: string): Promise<void> {
  const { dice, context: stage } = victim
  let counted = 0
  while (stage.running && counted < MAX_ATTEMPTS) {
    const size = dice.between(1, 8)
    const guesses = await Promise.all(Array.from({ length: size }, () => guess(victim, personId, WRONG_PIN)))
    const looks = guesses.filter(({ results: answers }) => answers[0]?.code === 'pin_incorrect').length
    const expected = Math.min(size, MAX_ATTEMPTS - counted)
    if (looks !== expected)
      stage.history.report(
        'PIN attempts',
        `${personId}: ${size} wrong PINs after ${counted} others had ${looks} looks instead of ${expected}`,
      )
    counted += looks
    if (counted < MAX_ATTEMPTS && dice.chance(0.25)) {
      await expectCode(victim, personId, 'insufficient_balance')
      counted = 0
    }
    await victim.think()
  }
  // Locked: not even the right one is looked at.
  if (counted >= MAX_ATTEMPTS) await expectCode(victim, personId, 'pin_locked')
}

async function expectCode(victim: RetryingClient, personId: string, word: string): Promise<void> {
  const { results: answers } = await guess(victim, personId, PIN)
  if (answers[0]?.code !== word)
    victim.context.history.report(
      'PIN attempts',
      `${personId}: the right PIN was answered ${answers[0]?.code}, not ${word}`,
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
