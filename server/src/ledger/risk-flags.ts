import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { RISK_FLAGS, type RiskFlag } from '#contract/payments/risk-flags.ts'
import { availableCents, requirePerson } from './account.ts'
import { isOfCustomer } from './core/customer-payment.ts'
import { isPlanned, type ScheduledPayment } from './scheduled-payment.ts'
import type { Account, Actor, DepositCommand, State, Transaction, TransferDetails } from './types.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const VELOCITY_WINDOW_MS = HOUR_MS
/** This many within an hour, the transaction itself included. */
export const VELOCITY_COUNT = 5

/** Notifications of a change to what proves who a person is. */
const CREDENTIAL_KINDS: readonly NotificationKind[] = [
  'password.changed',
  'pin.reset',
  'pin.changed',
  'factor.added',
  'factor.removed',
  'factors.reset',
  'recovery_codes.replaced',
  'email.changed',
  'email.restored',
]
export const isAboutCredentialChange = (kind: NotificationKind) => CREDENTIAL_KINDS.includes(kind)

/** By person and type: over all own accounts, but transfers and deposits are counted apart. */
export const submissionKey = (personId: string, type: Transaction['type']) => `${personId} ${type}`

/** Other jobs replay the past, on which staff no longer decide, unless they import what is still pending. */
export const isAssessed = (actor: Actor): boolean =>
  isOfCustomer(actor) || (actor.kind === 'system' && actor.job === 'import_pending')

/** `scheduled`: the payment is one of its runs, which have no session. */
export function transferFlags(
  state: State,
  command: TransferDetails,
  account: Account,
  scheduled?: ScheduledPayment,
): RiskFlag[] {
  if (!isAssessed(command.actor)) return []
  const { amountCents, at } = command
  const common = commonFlags(state, command, account, 'Transfer')
  return flagsIf({
    ...common,
    // Several payments may be scheduled for one day, long before.
    velocity: common.velocity && !(scheduled && isPlanned(scheduled, at, state.zone)),
    ...(scheduled ? { new_device: isWithin(scheduled.deviceSince, at, DAY_MS) } : {}),
    new_payee: !state.knownPayees.has(command.id),
    whole_balance: amountCents * 10n >= availableToOwnerCents(state, account) * 9n,
  })
}

/** On all accounts of the owner: neither a move before the transfer nor paying from several accounts changes it. */
function availableToOwnerCents(state: State, { ownerId }: Account): bigint {
  let sumCents = state.otherAvailableCents.get(ownerId) ?? 0n
  for (const account of state.accounts.values()) if (account.ownerId === ownerId) sumCents += availableCents(account)
  return sumCents
}

export function depositFlags(state: State, command: DepositCommand, account: Account): RiskFlag[] {
  return isAssessed(command.actor) ? flagsIf(commonFlags(state, command, account, 'Deposit')) : []
}

type Conditions = Partial<Record<RiskFlag, boolean>>

const flagsIf = (conditions: Conditions): RiskFlag[] => RISK_FLAGS.filter((flag) => conditions[flag])

const isWithin = (time: Date | null | undefined, at: Date, ms: number) => !!time && at.getTime() - time.getTime() < ms

function commonFlags(
  state: State,
  { actor, at, amountCents }: TransferDetails | DepositCommand,
  account: Account,
  type: Transaction['type'],
): Conditions {
  const submitted = state.recentSubmissions.get(submissionKey(account.ownerId, type)) ?? []
  const inWindow = submitted.filter((time) => isWithin(time, at, VELOCITY_WINDOW_MS)).length
  return {
    large: amountCents > state.riskLargeCents,
    new_device: isWithin(deviceSinceOf(state, actor), at, DAY_MS),
    credentials_changed: isWithin(requirePerson(state, account.ownerId).credentialsChangedAt, at, DAY_MS),
    velocity: inWindow >= VELOCITY_COUNT - 1,
    just_below_limit: isJustBelow(state.fourEyesAboveCents, amountCents),
  }
}

/** A new key is as suspicious as a new device: the owner has a day to notice one that they did not make. */
function deviceSinceOf(state: State, actor: Actor): Date | null | undefined {
  if (actor.kind === 'session') return state.sessions.get(actor.sessionHash.toString('hex'))?.deviceSince
  return actor.kind === 'api_key' ? state.apiKeys.get(actor.keyId)?.createdAt : undefined
}

/** The largest amounts that one member of staff can approve alone: up to the limit, and at most 5 % below it. */
const isJustBelow = (limitCents: bigint | null, amountCents: bigint) =>
  limitCents !== null && limitCents > 0n && amountCents <= limitCents && amountCents * 100n >= limitCents * 95n

/** The largest amount below those of `just_below_limit`; null where four eyes is off or applies to every amount. */
export const largestBelowLimitCents = (limitCents: bigint | null): bigint | null =>
  limitCents === null || limitCents === 0n ? null : (limitCents * 95n - 1n) / 100n
