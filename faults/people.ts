import { v7 as newId } from 'uuid'
import { deriveKeys } from '#server/crypto/keys.ts'
import { createPasswords } from '#server/crypto/passwords.ts'
import { commitHistory } from '#server/ledger/commit-batch.ts'
import { createPin, hashCode, hashPin, setCode } from '#server/ledger/secrets.ts'
import type { Command } from '#server/ledger/types.ts'
import { insertPerson } from '#server/people/person.ts'
import { APP_SECRET, type BankSystem } from './system.ts'

export const PASSWORD = 'a password of a campaign'
export const PIN = '1234'
export const CODE = '12345'
const YEAR_MS = 365 * 86_400_000
/** The note of the opening balance, which no operation made. */
export const OPENING_NOTE = 'opening balance'
const OPENING_CENTS = 5_000_00

export type Person = {
  id: string
  email: string
  number: string
  hasCode: boolean
  openingCents: number
}
export type CampaignPeople = { customers: Person[]; admins: Person[] }

/** The people of a campaign, with opening balances booked through the ledger. */
export async function createPeople(
  system: BankSystem,
  counts: { customers: number; admins: number },
): Promise<CampaignPeople> {
  const sql = system.openSql('application')
  const keys = deriveKeys(APP_SECRET)
  const passwordHash = await createPasswords(keys).hash(PASSWORD)
  const at = new Date()

  const create = (role: 'User' | 'Admin', index: number): Promise<Person> =>
    sql.begin(async (tx) => {
      const email = `${role}-${index}@campaign.example`.toLowerCase()
      const person = { fullName: `${role} ${index}`, email, passwordHash, role, status: 'Active', at } as const
      const id = await insertPerson(tx, person)
      const hasCode = role === 'User' && index % 4 === 3
      await createPin(tx, id, hashPin(keys.pin, id, PIN))
      if (hasCode) await setCode(tx, id, hashCode(keys.pin, id, CODE), new Date(at.getTime() + YEAR_MS))
      const openingCents = role === 'User' ? OPENING_CENTS : 0
      if (openingCents > 0) await commitHistory(tx, 'UTC', [openingBalance(id, BigInt(openingCents), at)])
      const [account] = await tx<{ number: string }[]>`select number from accounts where id = ${id}`
      return { id, email, number: account?.number ?? '', hasCode, openingCents }
    }) as Promise<Person>

  try {
    const customers: Person[] = []
    const admins: Person[] = []
    for (let index = 0; index < counts.customers; index += 1) customers.push(await create('User', index))
    for (let index = 0; index < counts.admins; index += 1) admins.push(await create('Admin', index))
    return { customers, admins }
  } finally {
    await sql.end({ timeoutMs: 1_000 })
  }
}

const openingBalance = (accountId: string, amountCents: bigint, at: Date): Command => ({
  kind: 'fund',
  id: newId(),
  auditId: newId(),
  accountId,
  amountCents,
  valueAt: at,
  note: OPENING_NOTE,
  actor: { kind: 'system', job: 'opening_balance', personId: accountId },
  at,
  requestId: 'campaign',
  idempotency: null,
})
