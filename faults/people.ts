import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { Role } from '#contract/permissions.ts'
import { newApiKey } from '#server/access/api-key.ts'
import { startSession } from '#server/access/start-session.ts'
import { insertProposal } from '#server/authority/proposals/store.ts'
import { insertPerson } from '#server/customers/person.ts'
import { insertKey } from '#server/identity/api-keys/store.ts'
import { registerPasskey } from '#server/identity/passkeys.ts'
import type { RelyingParty } from '#server/identity/relying-party.ts'
import { commitHistory } from '#server/ledger/core/commit-batch.ts'
import { openSavingsAccount } from '#server/ledger/open-account.ts'
import { setSavingsRules } from '#server/ledger/savings-rules.ts'
import { PROPOSAL_LIFETIME_MS } from '#server/ledger/second-person.ts'
import { createPin, hashCode, hashPin, setCode } from '#server/ledger/secrets.ts'
import type { Command } from '#server/ledger/types.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { createPasswords } from '#server/platform/crypto/passwords.ts'
import type { Sql, Tx } from '#server/platform/db/connection.ts'
import { newIdAt } from '#server/platform/runtime/new-id-at.ts'
import { SoftwareAuthenticator } from '../server/test/authenticator.ts'
import { APP_SECRET } from './app-secret.ts'
import { type BankSystem, PUBLIC_URL } from './system.ts'

type Kind = 'user' | 'regular' | 'admin' | 'newcomer' | 'appointee' | 'proposed' | 'puppet' | 'leaver'
const ADMINISTRATORS: readonly Kind[] = ['admin', 'puppet', 'leaver']

export const PASSWORD = 'a password of a campaign'
export const PIN = '1234'
export const CODE = '12345'
const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const PAID_BEFORE_CENTS = 100
/** The note of the opening balance, which no operation made. */
export const OPENING_NOTE = 'opening balance'
const OPENING_CENTS = 5_000_00
/** By every other customer. */
const SAVED = { roundUp: true, every: { amountCents: 25_00n, day: 28 } }
const PARTY: RelyingParty = { id: new URL(PUBLIC_URL).hostname, origin: PUBLIC_URL, name: 'Campaign Bank' }

/** Two for each device: a login with the same passkey would move its counter past the signature of a pending transfer. */
export type DevicePasskeys = { login: SoftwareAuthenticator; transfers: SoftwareAuthenticator }

export type CampaignAccount = { id: string; number: string }

export type Person = {
  id: string
  email: string
  number: string
  /** Empty at first. */
  savings: CampaignAccount
  hasCode: boolean
  /** By device; empty for people without passkeys. */
  passkeys: DevicePasskeys[]
  openingCents: number
}
/** Has paid the payee before, and has a session of no new device: without a risk flag, until the fifth transfer in an hour. */
export type Regular = Person & { payee: CampaignAccount; token: string }
/** An administrator who leaves, with a session and an API key of before. */
export type Leaver = Person & { token: string; key: string }
/** Both accounts. */
export const accountsOf = ({ id, number, savings }: Person): CampaignAccount[] => [{ id, number }, savings]

export type CampaignPeople = {
  customers: Person[]
  regulars: Regular[]
  admins: Person[]
  /** Pending people, to be verified, used and closed. */
  newcomers: Person[]
  /** Who is given a staff role and loses it again. */
  appointees: Person[]
  /** Administrators whom the proposers appointed, one each: they may never confirm for them. */
  puppets: Person[]
  leavers: Leaver[]
  /** Proposals of roles that expire one after the other while the campaign runs. */
  expiring: { id: string; subjectId: string }[]
}
const EXPIRING = 6
const EXPIRE_EVERY_MS = 6_000

export type CampaignCounts = Record<
  'customers' | 'devices' | 'regulars' | 'admins' | 'newcomers' | 'proposers' | 'leavers',
  number
>

/** The people of a campaign, with opening balances booked through the ledger. */
export async function createPeople(
  system: Pick<BankSystem, 'openSql'>,
  counts: CampaignCounts,
): Promise<CampaignPeople> {
  const sql = system.openSql('application')
  const keys = deriveKeys(APP_SECRET)
  const passwordHash = await createPasswords(keys).hash(PASSWORD)
  const at = new Date()

  const create = (kind: Kind, index: number): Promise<Person> =>
    sql.begin(async (tx) => {
      const email = `${kind}-${index}@campaign.example`
      const role: Role = ADMINISTRATORS.includes(kind) ? 'Admin' : 'User'
      const status = kind === 'newcomer' ? 'Pending' : 'Active'
      const id = await insertPerson(tx, { fullName: `${kind} ${index}`, email, passwordHash, role, status, at })
      const hasCode = kind === 'user' && index % 4 === 3
      await createPin(tx, id, hashPin(keys.pin, id, PIN))
      if (hasCode) await setCode(tx, id, hashCode(keys.pin, id, CODE), new Date(at.getTime() + YEAR_MS))
      const devices = kind === 'user' && index % 3 !== 1 ? counts.devices : 0
      const passkeys = await createPasskeys(tx, id, devices, at)
      const openingCents = kind === 'user' || kind === 'regular' ? OPENING_CENTS : 0
      if (openingCents > 0) await commitHistory(tx, 'UTC', [openingBalance(id, BigInt(openingCents), at)])
      await openSavingsAccount(tx, id, 'Savings', null, at)
      const [main, savings] = await tx<CampaignAccount[]>`
        select id, number from accounts where owner_id = ${id} order by kind`
      if (!main || !savings) throw new Error(`${email} has no accounts`)
      if (kind === 'user' && index % 2 === 0)
        await setSavingsRules(tx, {
          personId: id,
          accountId: savings.id,
          today: at.toISOString().slice(0, 10),
          ...SAVED,
        })
      return { id, email, number: main.number, savings, hasCode, passkeys, openingCents }
    }) as Promise<Person>

  try {
    const createAll = async (kind: Kind, count: number) => {
      const people: Person[] = []
      for (let index = 0; index < count; index += 1) people.push(await create(kind, index))
      return people
    }
    const customers = await createAll('user', counts.customers)
    const regulars: Regular[] = []
    for (const [index, person] of (await createAll('regular', counts.regulars)).entries()) {
      const payee = customers[index % customers.length]
      if (payee) regulars.push(await payBefore(sql, person, payee, at))
    }
    const admins = await createAll('admin', counts.admins)
    const newcomers = await createAll('newcomer', counts.newcomers)
    const appointees = await createAll('appointee', counts.proposers)
    const puppets = await createAll('puppet', counts.proposers)
    for (const [index, puppet] of puppets.entries()) await appoint(sql, puppet, admins[index % admins.length], at)
    const leavers: Leaver[] = []
    for (const person of await createAll('leaver', counts.leavers)) leavers.push(await giveAccess(sql, person, at))
    const proposed = counts.proposers > 0 ? await createAll('proposed', EXPIRING) : []
    const expiring = await sql.begin((tx) => proposeRoles(tx, proposed, admins[0]?.id ?? '', at))
    return { customers, regulars, admins, newcomers, appointees, puppets, leavers, expiring }
  } finally {
    await sql.end({ timeoutMs: 1_000 })
  }
}

async function giveAccess(sql: Sql, person: Person, at: Date): Promise<Leaver> {
  const key = newApiKey()
  const token = (await sql.begin(async (tx) => {
    await insertKey(tx, {
      id: newId(),
      key,
      personId: person.id,
      name: 'Program of staff',
      scopes: ['staff:read'],
      dailyMaxCents: null,
      createdAt: at,
      expiresAt: null,
    })
    return startSession(tx, person.id, at, { userAgent: 'campaign', address: '127.0.0.1' })
  })) as string
  return { ...person, token, key }
}

/** A year ago, by one person alone: as while four eyes was off. */
async function appoint(sql: Sql, { id }: Person, by: Person | undefined, now: Date): Promise<void> {
  const at = new Date(now.getTime() - YEAR_MS)
  await sql`update people set role_given_by = ${by?.id ?? null}, role_given_at = ${at} where id = ${id}`
}

/** Days ago, so that it doesn't count as one of the last hour. */
async function payBefore(sql: Sql, person: Person, payee: Person, now: Date): Promise<Regular> {
  const at = new Date(now.getTime() - 2 * DAY_MS)
  const actor = { kind: 'system', job: 'import_history', personId: person.id } as const
  const context = { actor, at, requestId: 'campaign', idempotency: null }
  const [id, receivingId] = [newIdAt(at), newIdAt(at)]
  const transfer: Command = {
    ...context,
    kind: 'transfer',
    id,
    receivingId,
    accountId: person.id,
    amountCents: BigInt(PAID_BEFORE_CENTS),
    counterparty: { name: OPENING_NOTE, accountNumber: payee.number, bankName: '', iban: '', swiftCode: '' },
    approval: { kind: 'pin', pinHash: hashPin(deriveKeys(APP_SECRET).pin, person.id, PIN) },
    codeHash: null,
  }
  const ids = { auditId: newIdAt(at), receivingId, receivingAuditId: newIdAt(at) }
  const token = (await sql.begin(async (tx) => {
    await commitHistory(tx, 'UTC', [
      transfer,
      { ...context, ...ids, kind: 'approve', transactionId: id, fresh: true, confirm: true },
    ])
    return startSession(tx, person.id, now, { userAgent: 'campaign', address: '127.0.0.1' })
  })) as string
  payee.openingCents += PAID_BEFORE_CENTS
  return { ...person, openingCents: person.openingCents - PAID_BEFORE_CENTS, payee, token }
}

async function proposeRoles(tx: Tx, people: readonly Person[], proposerId: string, at: Date) {
  const proposals: CampaignPeople['expiring'] = []
  for (const [index, { id: subjectId }] of people.entries()) {
    const expiresInMs = (index + 1) * EXPIRE_EVERY_MS
    const proposedAt = new Date(at.getTime() - PROPOSAL_LIFETIME_MS + expiresInMs)
    const id = newIdAt(proposedAt)
    const [before, after] = [{ role: 'User' }, { role: 'Support' }]
    await insertProposal(tx, {
      id,
      kind: 'role',
      subject_id: subjectId,
      subject_role: 'User',
      secret: null,
      before,
      after,
      basis: { status: 'Active', ...before },
      change: after,
      proposed_by: proposerId,
      proposer_role: 'Admin',
      proposed_at: proposedAt,
    })
    proposals.push({ id, subjectId })
  }
  return proposals
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
  ownerId: accountId,
  accountId,
  amountCents,
  valueAt: at,
  note: OPENING_NOTE,
  actor: { kind: 'system', job: 'opening_balance', personId: accountId },
  at,
  requestId: 'campaign',
  idempotency: null,
})
