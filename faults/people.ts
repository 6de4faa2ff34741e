import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { Role } from '#contract/permissions.ts'
import { deriveKeys } from '#server/crypto/keys.ts'
import { createPasswords } from '#server/crypto/passwords.ts'
import type { Tx } from '#server/db/connection.ts'
import { registerPasskey } from '#server/identity/passkeys.ts'
import type { RelyingParty } from '#server/identity/relying-party.ts'
import { commitHistory } from '#server/ledger/commit-batch.ts'
import { createPin, hashCode, hashPin, setCode } from '#server/ledger/secrets.ts'
import type { Command } from '#server/ledger/types.ts'
import { insertPerson } from '#server/people/person.ts'
import { SoftwareAuthenticator } from '../server/test/authenticator.ts'
import { APP_SECRET, type BankSystem, PUBLIC_URL } from './system.ts'

export const PASSWORD = 'a password of a campaign'
export const PIN = '1234'
export const CODE = '12345'
const YEAR_MS = 365 * 86_400_000
/** The note of the opening balance, which no operation made. */
export const OPENING_NOTE = 'opening balance'
const OPENING_CENTS = 5_000_00
const PARTY: RelyingParty = { id: new URL(PUBLIC_URL).hostname, origin: PUBLIC_URL, name: 'Campaign Bank' }

/** Two for each device: a login with the same passkey would move its counter past the signature of a pending transfer. */
export type DevicePasskeys = { login: SoftwareAuthenticator; transfers: SoftwareAuthenticator }

export type Person = {
  id: string
  email: string
  number: string
  hasCode: boolean
  /** By device; empty for people without passkeys. */
  passkeys: DevicePasskeys[]
  openingCents: number
}
export type CampaignPeople = { customers: Person[]; admins: Person[] }

/** The people of a campaign, with opening balances booked through the ledger. */
export async function createPeople(
  system: BankSystem,
  counts: { customers: number; devices: number; admins: number },
): Promise<CampaignPeople> {
  const sql = system.openSql('application')
  const keys = deriveKeys(APP_SECRET)
  const passwordHash = await createPasswords(keys).hash(PASSWORD)
  const at = new Date()

  const create = (role: Role, index: number): Promise<Person> =>
    sql.begin(async (tx) => {
      const email = `${role}-${index}@campaign.example`.toLowerCase()
      const person = { fullName: `${role} ${index}`, email, passwordHash, role, status: 'Active', at } as const
      const id = await insertPerson(tx, person)
      const hasCode = role === 'User' && index % 4 === 3
      await createPin(tx, id, hashPin(keys.pin, id, PIN))
      if (hasCode) await setCode(tx, id, hashCode(keys.pin, id, CODE), new Date(at.getTime() + YEAR_MS))
      const devices = role === 'User' && index % 3 !== 1 ? counts.devices : 0
      const passkeys = await createPasskeys(tx, id, devices, at)
      const openingCents = role === 'User' ? OPENING_CENTS : 0
      if (openingCents > 0) await commitHistory(tx, 'UTC', [openingBalance(id, BigInt(openingCents), at)])
      const [account] = await tx<{ number: string }[]>`select number from accounts where id = ${id}`
      return { id, email, number: account?.number ?? '', hasCode, passkeys, openingCents }
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

async function createPasskeys(tx: Tx, personId: string, devices: number, at: Date): Promise<DevicePasskeys[]> {
  const create = async (name: string) => {
    const authenticator = new SoftwareAuthenticator(PUBLIC_URL)
    const challenge = randomBytes(32).toString('base64url')
    const response = authenticator.register({ challenge, rp: PARTY, user: { id: personId } })
    if (!(await registerPasskey(tx, PARTY, challenge, response, { personId, name, at })))
      throw new Error(`The passkey ${name} was not registered`)
    return authenticator
  }
  const passkeys: DevicePasskeys[] = []
  for (let device = 0; device < devices; device += 1)
    passkeys.push({ login: await create(`login ${device}`), transfers: await create(`transfers ${device}`) })
  return passkeys
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
