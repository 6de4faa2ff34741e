import type { ApiKeyScope } from '#contract/api-key-scopes.ts'
import { bankDayAt } from '../daily-limit.ts'
import type { Command, Effect, State, TransferDetails } from '../types.ts'
import type { KeyTransfer, LedgerApiKey } from './api-key.ts'

/** The commands that each scope allows, and no others. */
const SCOPE_COMMANDS = {
  read: [],
  transfer: ['transfer'],
  'staff:read': [],
  'staff:decide': ['approve', 'decline'],
} as const satisfies Record<ApiKeyScope, Command['kind'][]>

export const allowsCommand = ({ scopes }: LedgerApiKey, kind: Command['kind']): boolean =>
  scopes.some((scope) => SCOPE_COMMANDS[scope].some((allowed) => allowed === kind))

const dayKey = ({ zone }: State, at: Date) => bankDayAt(at, zone).start.getTime()

/** Null: within the maximum. */
export function keyMaximumRefusal(state: State, { actor, at, amountCents }: TransferDetails) {
  if (actor.kind !== 'api_key') return null
  const key = state.apiKeys.get(actor.keyId)
  const sentCents = key?.sentCents.get(dayKey(state, at)) ?? 0n
  return sentCents + amountCents > (key?.dailyMaxCents ?? 0n) ? 'key_limit_exceeded' : null
}

export const recordKeyTransfer = ({ id: transactionId, actor, amountCents, at }: TransferDetails): Effect[] =>
  actor.kind === 'api_key'
    ? [{ kind: 'record_key_transfer', keyTransfer: { transactionId, keyId: actor.keyId, amountCents, at } }]
    : []

/** For the batch's next command. */
export function countByKey(state: State, { keyId, amountCents, at }: KeyTransfer): void {
  const sent = state.apiKeys.get(keyId)?.sentCents
  const day = dayKey(state, at)
  sent?.set(day, (sent.get(day) ?? 0n) + amountCents)
}
