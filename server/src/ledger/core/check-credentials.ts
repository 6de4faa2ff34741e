import { timingSafeEqual } from 'node:crypto'
import { CREDENTIAL_REFUSALS, type RefusalCode } from '#contract/refusals.ts'
import { MAX_WRONG_SECRETS, requirePerson } from '../account.ts'
import type { Approval, PasskeyApproval } from '../payment.ts'
import { authorisationRefusal } from '../transfer-authorisations.ts'
import type { Account, Effect, Outcome, State, TransferCommand } from '../types.ts'

export type CredentialCheck = { refusal: RefusalCode | null; effects: Effect[] }

/** Never stored under an idempotency key: the right credential may follow with the same one. */
const ABOUT_CREDENTIALS: ReadonlySet<RefusalCode> = new Set([...CREDENTIAL_REFUSALS, 'confirmation_required'])

export const isAboutCredentials = (outcome: Outcome): boolean => !outcome.ok && ABOUT_CREDENTIALS.has(outcome.code)

/** First the PIN or the passkey's signature, then the transaction code, which an API key does not replace. */
export function checkCredentials(state: State, command: TransferCommand): CredentialCheck {
  const { approval, actor } = command
  const person = requirePerson(state, actor.personId)
  const approved = checkApproval(state, command, person, approval)
  return approved.refusal ? approved : withEffects(approved, checkCode(person, command))
}

function checkApproval(state: State, command: TransferCommand, person: Account, approval: Approval): CredentialCheck {
  switch (approval.kind) {
    case 'pin':
      return checkPin(person, approval.pinHash)
    case 'passkey':
      return { refusal: signatureRefusal(state, command, approval), effects: [] }
    case 'api_key':
      // Its scope was checked with the actor.
      return command.actor.kind === 'api_key' ? PASSED : { refusal: 'pin_incorrect', effects: [] }
  }
}

/**
 * Before a stored outcome is returned again: whatever can be guessed is compared and counted. What has changed since (a code
 * that was set or has expired, a PIN that was reset, a used authorisation) must not turn a retry into a second payment.
 */
export function checkCredentialsAgain(state: State, command: TransferCommand): CredentialCheck {
  const { approval, codeHash, at, actor } = command
  const person = requirePerson(state, actor.personId)
  const approved =
    approval.kind === 'passkey'
      ? { refusal: signatureRefusal(state, command, approval, { again: true }), effects: [] }
      : person.pinHash || approval.kind === 'api_key'
        ? checkApproval(state, command, person, approval)
        : PASSED
  const expectsCode = codeHash && person.codeExpiresAt && person.codeExpiresAt > at
  return approved.refusal || !expectsCode ? approved : withEffects(approved, checkCode(person, command))
}

export const PASSED: CredentialCheck = { refusal: null, effects: [] }

const withEffects = (first: CredentialCheck, { refusal, effects }: CredentialCheck): CredentialCheck => ({
  refusal,
  effects: [...first.effects, ...effects],
})

/** A locked PIN is not compared, so a sixth guess reveals nothing. */
function checkPin(person: Account, pinHash: Buffer): CredentialCheck {
  if (!person.pinHash) return { refusal: 'pin_missing', effects: [] }
  if (person.pinAttempts >= MAX_WRONG_SECRETS) return { refusal: 'pin_locked', effects: [] }
  const right = timingSafeEqual(person.pinHash, pinHash)
  return {
    refusal: right ? null : 'pin_incorrect',
    effects: attemptEffects('set_pin_attempts', person.ownerId, person.pinAttempts, right),
  }
}

/** An expired code is refused as expired, whatever was typed: it is worthless, so there is nothing to guess. */
function checkCode(person: Account, { codeHash, at }: TransferCommand): CredentialCheck {
  if (!person.codeHash || !person.codeExpiresAt) return PASSED
  if (!codeHash) return { refusal: 'code_required', effects: [] }
  if (person.codeAttempts >= MAX_WRONG_SECRETS) return { refusal: 'code_locked', effects: [] }
  if (person.codeExpiresAt <= at) return { refusal: 'code_expired', effects: [] }
  const right = timingSafeEqual(person.codeHash, codeHash)
  return {
    refusal: right ? null : 'code_incorrect',
    effects: attemptEffects('set_code_attempts', person.ownerId, person.codeAttempts, right),
  }
}

/** Counts wrong attempts in a row: a right one resets the count. */
function attemptEffects(
  kind: 'set_pin_attempts' | 'set_code_attempts',
  personId: string,
  attempts: number,
  right: boolean,
): Effect[] {
  if (right) return attempts === 0 ? [] : [{ kind, personId, attempts: 0 }]
  return [{ kind, personId, attempts: attempts + 1 }]
}

const signatureRefusal = (
  { authorisations }: State,
  command: TransferCommand,
  { authorisationId, verified }: PasskeyApproval,
  { again = false } = {},
): RefusalCode | null =>
  authorisationRefusal(authorisations.get(authorisationId), {
    personId: command.actor.personId,
    content: command,
    verified,
    at: command.at,
    again,
  })
