import { setTimeout as sleep } from 'node:timers/promises'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { refusalCode } from '../http-client.ts'
import type { Campaign } from './campaign.ts'
import { enrol, nextCode, openLogin } from './identity.ts'
import type { AttackTarget, Person } from './target.ts'

const GUESSES = 200
const RIGHT = { password: 'the right password', pin: '7391', code: '48205' }
const FORM = { accountName: 'C', accountNumber: '1', bankName: 'D', amount: 1 }

type Secret = {
  name: string
  /** How many wrong guesses may be compared with the secret, however they are sent. */
  maxCompared: number
  /** The refusal code of a guess that was compared and was wrong. */
  wrongCode: string
  /** The refusal code once the limit is reached. */
  lockedCode: string
  guess: (person: Person, text: string) => { method: string; path: string; body: object; signedIn: boolean }
  wrong: (at: number) => string
  right: string
}
type PreparedSecret = Secret & { person: Person }

const digits = (at: number, length: number, right: string) => {
  const text = String(at).padStart(length, '0')
  return text === right ? '9'.repeat(length) : text
}

const SECRETS: Secret[] = [
  {
    name: 'password at sign-in',
    maxCompared: 10,
    wrongCode: 'wrong_credentials',
    lockedCode: 'too_many',
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
    maxCompared: 10,
    wrongCode: 'password_incorrect',
    lockedCode: 'too_many',
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
    maxCompared: 5,
    wrongCode: 'pin_incorrect',
    lockedCode: 'pin_locked',
    guess: (_, pin) => ({ method: 'POST', path: '/transfer', body: { ...FORM, pin }, signedIn: true }),
    wrong: (at) => digits(at, 4, RIGHT.pin),
    right: RIGHT.pin,
  },
  {
    name: 'transaction code',
    maxCompared: 5,
    wrongCode: 'code_incorrect',
    lockedCode: 'code_locked',
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

/** The person's own second factor, guessed within one challenge by a thief who has the password. */
async function secondFactors(target: AttackTarget): Promise<PreparedSecret[]> {
  const { person, secret, recoveryCodes } = await enrol(target)
  const shared = { person, maxCompared: 5, wrongCode: 'second_factor_incorrect', lockedCode: 'challenge_expired' }
  const [ofTotp, ofRecovery] = [await openLogin(target, person), await openLogin(target, person)]
  const verify = (body: object) => ({ method: 'POST', path: '/auths/login/verify', body, signedIn: false })
  const totp = nextCode(secret)
  return [
    {
      ...shared,
      name: 'TOTP code',
      guess: (_, code) => verify({ challenge: ofTotp, totp: code }),
      wrong: (at) => String((Number(totp) + 1 + at) % 1_000_000).padStart(6, '0'),
      right: totp,
    },
    {
      ...shared,
      name: 'recovery code',
      guess: (_, recoveryCode) => verify({ challenge: ofRecovery, recoveryCode }),
      wrong: (at) => `ZZZZZ-${String(at).padStart(5, '0')}`,
      right: recoveryCodes[0] ?? '',
    },
  ]
}

async function preparePerson(target: AttackTarget, secret: Secret): Promise<PreparedSecret> {
  const code = secret.name === 'transaction code' ? { code: RIGHT.code } : {}
  const person = await target.person({ password: RIGHT.password, pin: RIGHT.pin, balance: 100, ...code })
  return { ...secret, person }
}

/**
 * Two hundred concurrent guesses at each secret, half of them before a `kill -9` and half after the restart, which must not
 * reset the counters. Counts responses, because they are what an attacker learns.
 */
export async function bruteForce(campaign: Campaign, rounds: number): Promise<string> {
  const { target, random } = campaign
  const most = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    // The sign-in limit by address is not what is tested here.
    await target.owner`delete from attempts where scope = 'login address'`
    const secrets = await secondFactors(target)
    for (const secret of SECRETS) secrets.push(await preparePerson(target, secret))
    const attacks = secrets.map((secret) => prepareAttack(campaign, secret))
    const half = attacks.map(({ guessAll }) => guessAll(0))
    // The kill comes at a random moment between the first responses and the last.
    for (const enough = random.between(4, 60); attacks.reduce((sum, { responses }) => sum + responses(), 0) < enough; )
      await sleep(5)
    await target.restart()
    await Promise.all(half)
    await Promise.all(attacks.map(({ guessAll }) => guessAll(GUESSES / 2)))
    for (const { name, judge } of attacks) most.set(name, Math.max(most.get(name) ?? 0, await judge()))
  }
  await guessTokens(campaign)
  return `compared at most: ${[...most].map(([name, compared]) => `${name} ${compared}`).join(', ')}`
}

type GuessingAttack = {
  name: string
  guessAll: (from: number) => Promise<unknown>
  responses: () => number
  /** Returns how many guesses were compared with the secret. */
  judge: () => Promise<number>
}

function prepareAttack({ target, tried, breach }: Campaign, secret: PreparedSecret): GuessingAttack {
  const { name, person, wrongCode, lockedCode, maxCompared } = secret
  const codes: string[] = []
  const sendGuess = async (text: string) => {
    const { method, path, body, signedIn } = secret.guess(person, text)
    return refusalCode(await target.client.call(signedIn ? person.token : null, method, path, body))
  }
  const guess = async (at: number) => {
    tried()
    // A guess without a response tells the attacker nothing.
    codes.push(await sendGuess(secret.wrong(at)).catch(() => 'no response'))
  }
  return {
    name,
    guessAll: (from) => Promise.all(Array.from({ length: GUESSES / 2 }, (_, at) => guess(from + at))),
    responses: () => codes.length,
    async judge() {
      const compared = codes.filter((code) => code === wrongCode).length
      const unexpected = codes.filter((code) => ![wrongCode, lockedCode, 'no response'].includes(code))
      if (compared > maxCompared)
        breach(`${name}: ${compared} of ${GUESSES} guesses were compared, limit ${maxCompared}`)
      if (unexpected.length > 0) breach(`${name}: guesses were refused with ${[...new Set(unexpected)].join(', ')}`)
      const after = await sendGuess(secret.right)
      if (after !== lockedCode) breach(`${name}: after ${GUESSES} guesses the response to the right one is ${after}`)
      return compared
    },
  }
}

/** Random session tokens and reset links; the real ones have 256 random bits. */
async function guessTokens({ target, random, tried, breach }: Campaign): Promise<void> {
  await forEachConcurrently(16, Array.from({ length: GUESSES }), async () => {
    tried(2)
    const token = Buffer.from(random.bytes(32)).toString('base64url')
    const session = await target.client.call(token, 'GET', '/users')
    if (session.status !== 401) breach(`a random token: ${session.status}`)
    const link = Buffer.from(random.bytes(56)).toString('base64url')
    const reset = await target.client.call(null, 'POST', '/auths/reset', { token: link, password: 'x' })
    if (refusalCode(reset) !== 'link_expired') breach(`a random reset link: ${reset.status}`)
  })
}
