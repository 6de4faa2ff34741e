import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { hashToken } from '../src/access/session.ts'
import type { Counterparty } from '../src/ledger/payment.ts'
import { hashCode, hashPin } from '../src/ledger/secrets.ts'
import type {
  AdjustmentCommand,
  ApprovalCommand,
  DeclineCommand,
  DepositCommand,
  MoveCommand,
  ReversalCommand,
  TransferCommand,
} from '../src/ledger/types.ts'
import type { Bank, Person } from './bank.ts'

type CommandOptions = { key?: string; at?: Date }

/** Ledger commands as the features submit them: with a session, hashes, new ids and the bank's clock. */
export function commandsOf(bank: Pick<Bank, 'keys' | 'now' | 'sql'>) {
  const contextOf = (person: Person, route: string, content: unknown, { key, at }: CommandOptions) => ({
    actor: { kind: 'session' as const, personId: person.id, sessionHash: hashToken(person.token) },
    at: at ?? bank.now(),
    requestId: 'test',
    idempotency: key ? { route, key, requestHash: hashOf(content) } : null,
  })

  return {
    /** Inserts an upload for a deposit. */
    async receipt({ id: owner }: Pick<Person, 'id'>): Promise<string> {
      const id = newId()
      await bank.sql`
        insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
        values (${id}, ${owner}, 'image', 'image/png', ${Buffer.from('receipt')}, ${hashOf(id)}, ${bank.now()})`
      return id
    },
    transfer(
      person: Person,
      amountCents: bigint,
      options: CommandOptions & { to?: Partial<Counterparty>; pin?: string; code?: string; accountId?: string } = {},
    ): TransferCommand {
      const { to = {}, pin = '1234', code, accountId = person.id } = options
      const counterparty = {
        name: 'Tess Outside',
        accountNumber: '40440',
        bankName: 'Elsewhere',
        iban: '',
        swiftCode: '',
        ...to,
      }
      return {
        kind: 'transfer',
        ...contextOf(person, '/transfer', { amountCents, counterparty }, options),
        id: newId(),
        receivingId: newId(),
        accountId,
        amountCents,
        counterparty,
        approval: { kind: 'pin', pinHash: hashPin(bank.keys.pin, person.id, pin) },
        codeHash: code ? hashCode(bank.keys.pin, person.id, code) : null,
      }
    },
    deposit(person: Person, amountCents: bigint, receiptId: string, options: CommandOptions = {}): DepositCommand {
      return {
        kind: 'deposit',
        ...contextOf(person, '/deposit', { amountCents, receiptId }, options),
        id: newId(),
        accountId: person.id,
        amountCents,
        method: 'bank',
        receiptId,
        currency: '',
        rate: null,
        amountDue: null,
      }
    },
    move(person: Person, fromId: string, toId: string, amountCents: bigint, options: CommandOptions = {}): MoveCommand {
      const content = { fromId, toId, amountCents }
      const ids = { id: newId(), receivingId: newId() }
      return { kind: 'move', ...contextOf(person, '/accounts/move', content, options), ...content, ...ids }
    },
    approve(admin: Person, transactionId: string, options: CommandOptions = {}): ApprovalCommand {
      const ids = { auditId: newId(), receivingId: newId(), receivingAuditId: newId() }
      return {
        kind: 'approve',
        ...contextOf(admin, '/deposit/approve', transactionId, options),
        transactionId,
        fresh: true,
        confirm: false,
        ...ids,
      }
    },
    decline(admin: Person, transactionId: string, reason = '', options: CommandOptions = {}): DeclineCommand {
      const content = { transactionId, reason }
      return {
        kind: 'decline',
        ...contextOf(admin, '/deposit/decline', content, options),
        ...content,
        auditId: newId(),
      }
    },
    reverse(admin: Person, transactionId: string, options: CommandOptions = {}): ReversalCommand {
      const content = { transactionId, reason: 'By mistake' }
      const ids = { id: newId(), auditId: newId(), otherId: newId(), otherAuditId: newId() }
      return { kind: 'reverse', ...contextOf(admin, '/admin/reverse', content, options), ...content, ...ids }
    },
    adjust(
      kind: 'fund' | 'debit',
      admin: Person,
      person: Pick<Person, 'id'>,
      amountCents: bigint,
      options: CommandOptions & { valueAt?: Date; note?: string; accountId?: string } = {},
    ): AdjustmentCommand {
      const base = contextOf(admin, `/admin/${kind}`, { accountId: person.id, amountCents }, options)
      const { valueAt = base.at, note = '', accountId = person.id } = options
      const account = { ownerId: person.id, accountId }
      return { kind, ...base, id: newId(), auditId: newId(), ...account, amountCents, valueAt, confirm: true, note }
    },
  }
}

const hashOf = (content: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(content, (_, value) => (typeof value === 'bigint' ? value.toString() : value)))
    .digest()
