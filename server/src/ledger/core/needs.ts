import { senderDaysOf } from '../limits-store.ts'
import { payeeNumberOf } from '../paid-account.ts'
import { runsOf } from '../scheduled-payments-store.ts'
import { submissionsOf } from '../transfers/read-risks.ts'
import type { Command, CommandContext } from '../types.ts'
import type { Funding } from '../waiting-entries.ts'
import { paysOut } from './customer-payment.ts'

/** Who asks, when and under which key; of a payment also the number of the payee's account. */
export type CommandRequest = Pick<CommandContext, 'actor' | 'at' | 'idempotency'> & { payeeNumber: string | null }

/** What a decision reads besides the accounts that it locks and their owners. */
export type Needs = {
  requests: readonly CommandRequest[]
  /** Staff whose earlier decisions count towards the limit of what one person decides alone. */
  staffIds: string[]
  /** Staff who proposed something else than a transaction that is decided. */
  proposerIds: string[]
  transactionIds: string[]
  /** The transactions of `transactionIds` that are to be approved, reversed or returned. */
  approvedIds: string[]
  reversedIds: string[]
  returnedIds: string[]
  receiptIds: string[]
  /** Owners of the accounts that staff fund or debit. */
  adjustedOwnerIds: string[]
  /** Credits by staff who were not asked yet. */
  fundings: Funding[]
  authorisationIds: string[]
  payRequestIds: string[]
  submissions: ReturnType<typeof submissionsOf>
  senderDays: ReturnType<typeof senderDaysOf>
  runs: ReturnType<typeof runsOf>
}

const BY_CUSTOMERS: readonly Command['kind'][] = ['transfer', 'run_scheduled_payment', 'deposit', 'move', 'cancel']

/** What staff decide in person or by a key, which counts towards what one of them decides alone. */
export const isOfStaff = ({ kind, actor }: Command): boolean => actor.kind !== 'system' && !BY_CUSTOMERS.includes(kind)

/** What commands that are decided together need. */
export function needsOf(commands: readonly Command[], zone: string): Needs {
  const staff = new Set<string>()
  const transactions = new Set<string>()
  const approved = new Set<string>()
  const reversed = new Set<string>()
  const returned = new Set<string>()
  const receipts = new Set<string>()
  const adjusted = new Set<string>()
  const fundings: Funding[] = []
  const authorisations = new Set<string>()
  const payRequests = new Set<string>()
  for (const command of commands) {
    if (!BY_CUSTOMERS.includes(command.kind)) staff.add(command.actor.personId)
    if (command.kind === 'transfer' && command.approval.kind === 'passkey')
      authorisations.add(command.approval.authorisationId)
    if (command.kind === 'transfer' && command.asked && 'requestId' in command.asked)
      payRequests.add(command.asked.requestId)
    if (command.kind === 'deposit') receipts.add(command.receiptId)
    if ((command.kind === 'fund' || command.kind === 'debit') && isOfStaff(command)) adjusted.add(command.ownerId)
    if (command.kind === 'fund' && isOfStaff(command) && !command.confirm) fundings.push(command)
    if ('transactionId' in command) transactions.add(command.transactionId)
    if (command.kind === 'approve') approved.add(command.transactionId)
    if (command.kind === 'reverse') reversed.add(command.transactionId)
    if (command.kind === 'return') returned.add(command.transactionId)
  }
  return {
    requests: commands.map(requestOf),
    staffIds: [...staff],
    proposerIds: [],
    transactionIds: [...transactions],
    approvedIds: [...approved],
    reversedIds: [...reversed],
    returnedIds: [...returned],
    receiptIds: [...receipts],
    adjustedOwnerIds: [...adjusted],
    fundings,
    authorisationIds: [...authorisations],
    payRequestIds: [...payRequests],
    submissions: submissionsOf(commands),
    senderDays: senderDaysOf(commands, zone),
    runs: runsOf(commands),
  }
}

const requestOf = (command: Command): CommandRequest => ({
  actor: command.actor,
  at: command.at,
  idempotency: command.idempotency,
  payeeNumber: paysOut(command) ? payeeNumberOf(command.counterparty) : null,
})

/** What staff need who import a statement, or decide about a statement entry and these transactions with it. */
export const needsOfStaff = (
  { actor, at, idempotency }: Pick<CommandContext, 'actor' | 'at' | 'idempotency'>,
  transactionIds: string[],
  proposerIds: string[] = [],
): Needs => ({
  requests: [{ actor, at, idempotency, payeeNumber: null }],
  staffIds: [actor.personId],
  proposerIds,
  transactionIds,
  approvedIds: [],
  reversedIds: [],
  returnedIds: [],
  receiptIds: [],
  adjustedOwnerIds: [],
  fundings: [],
  authorisationIds: [],
  payRequestIds: [],
  submissions: [],
  senderDays: [],
  runs: [],
})
