import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { hashCode, hashPin } from '../src/ledger/secrets.ts'
import type { Adjust, Approve, Counterparty, Decline, SubmitDeposit, SubmitTransfer } from '../src/ledger/types.ts'
import { hashToken } from '../src/sessions/session.ts'
import type { Bank, Person } from './bank.ts'

type Given = { key?: string; at?: Date }

/** What a person asks of the ledger, as the features ask it: with a session, hashes, new ids, and the bank's clock. */
export function commandsOf(bank: Pick<Bank, 'keys' | 'now' | 'sql'>) {
  const asked = (person: Person, route: string, content: unknown, { key, at }: Given) => ({
    actor: { kind: 'session' as const, personId: person.id, sessionHash: hashToken(person.token) },
    at: at ?? bank.now(),
    requestId: 'test',
    idempotency: key ? { route, key, requestHash: hashOf(content) } : null,
  })

  return {
    /** An upload that a deposit may name. */
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
      given: Given & { to?: Partial<Counterparty>; pin?: string; code?: string } = {},
    ): SubmitTransfer {
      const { to = {}, pin = '1234', code } = given
      const party = {
        name: 'Tess Outside',
        accountNumber: '40440',
        bankName: 'Elsewhere',
        iban: '',
        swiftCode: '',
        ...to,
      }
      return {
        kind: 'transfer',
        ...asked(person, '/transfer', { amountCents, party, pin, code }, given),
        id: newId(),
        accountId: person.id,
        amountCents,
        counterparty: party,
        pinHash: hashPin(bank.keys.pin, person.id, pin),
        codeHash: code ? hashCode(bank.keys.pin, person.id, code) : null,
      }
    },
    deposit(person: Person, amountCents: bigint, receiptId: string, given: Given = {}): SubmitDeposit {
      return {
        kind: 'deposit',
        ...asked(person, '/deposit', { amountCents, receiptId }, given),
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
    approve(admin: Person, transactionId: string, given: Given = {}): Approve {
      const ids = { auditId: newId(), receivingId: newId() }
      return { kind: 'approve', ...asked(admin, '/deposit/approve', transactionId, given), transactionId, ...ids }
    },
    decline(admin: Person, transactionId: string, reason = '', given: Given = {}): Decline {
      const content = { transactionId, reason }
      return { kind: 'decline', ...asked(admin, '/deposit/decline', content, given), ...content, auditId: newId() }
    },
    adjust(
      kind: 'fund' | 'debit',
      admin: Person,
      person: Pick<Person, 'id'>,
      amountCents: bigint,
      given: Given & { valueAt?: Date; note?: string } = {},
    ): Adjust {
      const base = asked(admin, `/admin/${kind}`, { accountId: person.id, amountCents }, given)
      const { valueAt = base.at, note = '' } = given
      return { kind, ...base, id: newId(), auditId: newId(), accountId: person.id, amountCents, valueAt, note }
    },
  }
}

const hashOf = (content: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(content, (_, value) => (typeof value === 'bigint' ? value.toString() : value)))
    .digest()
