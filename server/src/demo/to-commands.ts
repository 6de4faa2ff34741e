import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { amountDue } from '#contract/decimal.ts'
import { bankCurrency, toDecimalText } from '#contract/money.ts'
import { mainAccountId } from '../ledger/account.ts'
import { hashPin } from '../ledger/secrets.ts'
import type { Command, SystemJob } from '../ledger/types.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { CryptoEntry } from '../settings/read-settings.ts'
import { isPending, type Movement } from './movements.ts'
import { ADMIN, type DemoPerson } from './people.ts'
import { receiptPdf } from './receipt-pdf.ts'
import type { SeededRandom } from './seeded-random.ts'

export type PeopleByEmail = Map<string, DemoPerson & { id: string; accountNumber: string; savingsId?: string }>
export type Receipt = { id: string; ownerId: string; bytes: Buffer; fileHash: Buffer; at: Date }

type CommandOptions = { random: SeededRandom; keys: Pick<Keys, 'pin'>; rates: readonly CryptoEntry[] }

/** The ledger commands of the movements, in order of time: submitted by customers, decided by the administrator. */
export function toCommands(
  movements: readonly Movement[],
  peopleByEmail: PeopleByEmail,
  { random, keys, rates }: CommandOptions,
): { history: Command[]; pending: Command[]; receipts: Receipt[] } {
  const commands: Command[] = []
  const receipts: Receipt[] = []
  const newId = (at: Date) => v7({ msecs: at.getTime(), random: random.bytes(16) })
  const personOf = (email: string) => {
    const person = peopleByEmail.get(email)
    if (!person) throw new Error(`No person in the demo has the address ${email}`)
    return person
  }
  const contextOf = (email: string, at: Date, job: SystemJob = 'import_history') => ({
    actor: { kind: 'system' as const, job, personId: personOf(email).id },
    at,
    requestId: 'demonstration',
    idempotency: null,
  })

  const submit = (movement: Movement): string => {
    const { at, amountCents } = movement
    const person = personOf(movement.email)
    const id = newId(at)
    const context = contextOf(movement.email, at, isPending(movement) ? 'import_pending' : 'import_history')
    const base = { ...context, id, accountId: mainAccountId(person.id), amountCents }
    if (movement.kind === 'fund') {
      const { note } = movement
      const owned = { ...base, ...contextOf(ADMIN, at), ownerId: person.id }
      commands.push({ ...owned, kind: 'fund', auditId: newId(at), valueAt: at, note })
    } else if (movement.kind === 'transfer') {
      const approval = { kind: 'pin' as const, pinHash: hashPin(keys.pin, person.id, person.pin ?? '') }
      commands.push({
        ...base,
        kind: 'transfer',
        receivingId: newId(at),
        counterparty: counterpartyOf(movement.to, personOf),
        approval,
        codeHash: null,
      })
    } else if (movement.kind === 'move') {
      const [main, savings] = [mainAccountId(person.id), person.savingsId ?? '']
      const [fromId, toId] = movement.to === 'savings' ? [main, savings] : [savings, main]
      commands.push({ ...context, id, amountCents, kind: 'move', receivingId: newId(at), fromId, toId })
    } else {
      const receipt = newReceipt(newId(at), person, movement)
      receipts.push(receipt)
      const { currency = '' } = movement
      const rate = rates.find(({ name }) => name === currency)?.rate ?? null
      const quote = { currency, rate, amountDue: rate ? amountDue(amountCents, rate) : null }
      commands.push({ ...base, ...quote, kind: 'deposit', method: rate ? 'crypto' : 'bank', receiptId: receipt.id })
    }
    return id
  }
  for (const movement of movements) {
    const transactionId = submit(movement)
    if (!('decision' in movement) || !movement.decision) continue
    const { at, declineReason: reason } = movement.decision
    const base = { ...contextOf(ADMIN, at), transactionId, auditId: newId(at) }
    const ids = { receivingId: newId(at), receivingAuditId: newId(at) }
    if (reason === undefined) commands.push({ ...base, ...ids, kind: 'approve', fresh: true, confirm: true })
    else commands.push({ ...base, kind: 'decline', reason })
  }
  const inOrder = commands.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const isHistory = ({ actor }: Command) => actor.kind === 'system' && actor.job === 'import_history'
  return { history: inOrder.filter(isHistory), pending: inOrder.filter((command) => !isHistory(command)), receipts }
}

type PersonLookup = (email: string) => { fullName: string; accountNumber: string }

function counterpartyOf(to: Extract<Movement, { kind: 'transfer' }>['to'], personOf: PersonLookup) {
  if (!('person' in to)) return to
  const { fullName: name, accountNumber } = personOf(to.person)
  return { name, accountNumber, bankName: 'Fable Bank', iban: '', swiftCode: '' }
}

function newReceipt(id: string, owner: { id: string; fullName: string }, { at, amountCents }: Movement): Receipt {
  const bytes = receiptPdf([
    'Payment receipt',
    `Payer: ${owner.fullName}`,
    'Payee: Fable Bank Deposits',
    `Amount: ${bankCurrency().code} ${toDecimalText(amountCents)}`,
    `Date: ${at.toISOString().slice(0, 10)}`,
    `Reference: ${id.slice(-12).toUpperCase()}`,
    'Specimen from a demonstration bank. No real money.',
  ])
  return { id, ownerId: owner.id, bytes, fileHash: createHash('sha256').update(bytes).digest(), at }
}
