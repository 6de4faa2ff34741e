import { setTimeout as sleep } from 'node:timers/promises'
import type { Campaign } from './campaign.ts'
import { inLanes, wordOf } from './client.ts'
import type { Person } from './target.ts'

const GUESSES = 200
const RIGHT = { password: 'the right password', pin: '7391', code: '48205' }
const FORM = { accountName: 'C', accountNumber: '1', bankName: 'D', amount: 1 }

type Secret = {
  name: string
  /** How many wrong ones may be compared with the secret, however they are sent. */
  looks: number
  /** The answer that means: it was compared, and it was wrong. */
  compared: string
  closed: string
  guess: (person: Person, wrong: string) => { method: string; path: string; body: object; signedIn: boolean }
  wrong: (at: number) => string
  right: string
}

const digits = (at: number, length: number, right: string) => {
  const text = String(at).padStart(length, '0')
  return text === right ? '9'.repeat(length) : text
}

const SECRETS: Secret[] = [
  {
    name: 'password at sign-in',
    looks: 10,
    compared: 'wrong_credentials',
    closed: 'too_many',
    guess: ({ email }, password) => ({
      method: 'POST',
      path: '/auths/login',
      body: { email, password },
      signedIn: false,
    }),
    wrong: (at) => `guess ${at}`,
    right: RIGHT.password,
  },
  {
    name: 'password at its change',
    looks: 10,
    compared: 'password_incorrect',
    closed: 'too_many',
    guess: (_, password) => ({
      method: 'PUT',
      path: '/users/password',
      body: { password, newPassword: 'x' },
      signedIn: true,
    }),
    wrong: (at) => `guess ${at}`,
    right: RIGHT.password,
  },
  {
    name: 'PIN',
    looks: 5,
    compared: 'pin_incorrect',
    closed: 'pin_locked',
    guess: (_, pin) => ({ method: 'POST', path: '/transfer', body: { ...FORM, pin }, signedIn: true }),
    wrong: (at) => digits(at, 4, RIGHT.pin),
    right: RIGHT.pin,
  },
  {
    name: 'transaction code',
    looks: 5,
    compared: 'code_incorrect',
    closed: 'code_locked',
    guess: (_, code) => ({
      method: 'POST',
      path: '/transfer-code',
      body: { ...FORM, pin: RIGHT.pin, code },
      signedIn: true,
    }),
    wrong: (at) => digits(at, 5, RIGHT.code),
    right: RIGHT.code,
  },
]

/**
 * Two hundred guesses at each secret at once, half of them before a `kill -9` and half after the start that follows: what
 * was counted before must count after. Answers are what a guesser learns, so answers are what is counted.
 */
export async function bruteForce(campaign: Campaign, rounds: number): Promise<string> {
  const { target, dice } = campaign
  const most = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    // The sign-ins of one round must not close the address for the next: that limit is another one.
    await target.owner`delete from attempts where scope = 'login address'`
    const sieges: Siege[] = []
    for (const secret of SECRETS) sieges.push(await laySiege(campaign, secret))
    const half = sieges.map(({ guessAll }) => guessAll(0))
    // Somewhere between the first answers and the last.
    for (const enough = dice.between(4, 60); sieges.reduce((sum, { answers }) => sum + answers(), 0) < enough; )
      await sleep(5)
    await target.restart()
    await Promise.all(half)
    await Promise.all(sieges.map(({ guessAll }) => guessAll(GUESSES / 2)))
    for (const { name, judge } of sieges) most.set(name, Math.max(most.get(name) ?? 0, await judge()))
  }
  await guessTokens(campaign)
  return `looks: ${[...most].map(([name, looks]) => `${name} ${looks}`).join(', ')}`
}

type Siege = {
  name: string
  guessAll: (from: number) => Promise<unknown>
  answers: () => number
  /** How many guesses were compared with the secret. */
  judge: () => Promise<number>
}

async function laySiege({ target, tried, breach }: Campaign, secret: Secret): Promise<Siege> {
  const { name, compared, closed } = secret
  const person = await target.person({
    password: RIGHT.password,
    pin: RIGHT.pin,
    balance: 100,
    ...(name === 'transaction code' ? { code: RIGHT.code } : {}),
  })
  const words: string[] = []
  const ask = async (text: string) => {
    const { method, path, body, signedIn } = secret.guess(person, text)
    return wordOf(await target.client.call(signedIn ? person.token : null, method, path, body))
  }
  const guess = async (at: number) => {
    tried()
    // A guess that the kill cut off told its sender nothing.
    words.push(await ask(secret.wrong(at)).catch(() => 'cut off'))
  }
  return {
    name,
    guessAll: (from) => Promise.all(Array.from({ length: GUESSES / 2 }, (_, at) => guess(from + at))),
    answers: () => words.length,
    async judge() {
      const looks = words.filter((word) => word === compared).length
      const strange = words.filter((word) => ![compared, closed, 'cut off'].includes(word))
      if (looks > secret.looks) breach(`${name}: ${looks} of ${GUESSES} guesses were compared, at most ${secret.looks}`)
      if (strange.length > 0) breach(`${name}: guesses were answered with ${[...new Set(strange)].join(', ')}`)
      const after = await ask(secret.right)
      if (after !== closed) breach(`${name}: after ${GUESSES} guesses the right one is answered with ${after}`)
      return looks
    },
  }
}

/** Tokens of sessions and reset links have 256 bits: nothing but chance could find one, and chance is tried. */
async function guessTokens({ target, dice, tried, breach }: Campaign): Promise<void> {
  await inLanes(16, Array.from({ length: GUESSES }), async () => {
    tried(2)
    const token = Buffer.from(dice.bytes(32)).toString('base64url')
    const session = await target.client.call(token, 'GET', '/users')
    if (session.status !== 401) breach(`a made-up token: ${session.status}`)
    const link = Buffer.from(dice.bytes(56)).toString('base64url')
    const reset = await target.client.call(null, 'POST', '/auths/reset', { token: link, password: 'x' })
    if (wordOf(reset) !== 'link_expired') breach(`a made-up reset link: ${reset.status}`)
  })
}
