import { randomBytes } from 'node:crypto'
import { formatDecimal, parseDecimal } from '#contract/decimal.ts'
import { bankCurrency, DEFAULT_CURRENCY, sampleCents } from '#contract/money.ts'
import { isStaff } from '#contract/permissions.ts'
import type { NewSettings } from '#contract/settings/settings.ts'
import { insertPerson } from '../customers/person.ts'
import { commitHistory } from '../ledger/core/commit-batch.ts'
import { openSavingsAccount } from '../ledger/open-account.ts'
import { insertScheduledPayments } from '../ledger/scheduled-payments-store.ts'
import { createPin, describeCode, hashCode, hashPin, setCode } from '../ledger/secrets.ts'
import type { Outcome } from '../ledger/types.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { createPasswords } from '../platform/crypto/passwords.ts'
import type { Reader, Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { planSettings, storeSettings } from '../settings/write-settings.ts'
import { insertCategories } from './categories.ts'
import {
  CUSTOMER,
  CUSTOMER_AVAILABLE_CENTS,
  CUSTOMER_SAVINGS,
  customerHistory,
  savingsOpenedAt,
} from './customer-history.ts'
import { codeCustomerHistory, generatedHistory } from './generated-history.ts'
import { insertOfficeCases } from './office-cases.ts'
import { CODE_CUSTOMER, type DemoPerson, generatedPeople, knownPeople } from './people.ts'
import { rentPayment } from './rent-payment.ts'
import { insertSavingsRules } from './savings-rules.ts'
import { createSeededRandom } from './seeded-random.ts'
import { insertReceipts, updatePeopleDetails } from './store.ts'
import { type PeopleByEmail, toCommands } from './to-commands.ts'
import { insertVerifications } from './verifications.ts'

const SEED = 2026
const YEAR_MS = 365 * 86_400_000
const BATCH = 400
const TRANSACTION_CODE = '12345'
const CODE_DESCRIPTION = 'Issued when you opened your account. If you lose it, contact support for a new one.'

/** Fictional deposit instructions. */
const SETTINGS: NewSettings = {
  bankingInfo: {
    accountNumber: '4410077123',
    accountName: 'Fable Bank Deposits',
    bankName: 'Storybook Trust',
    routing: '021000021',
    address: '12 Storyteller Lane, Fableton, FB 10142',
  },
  cryptoInfo: [
    { name: 'Bitcoin', network: 'Bitcoin', address: 'bc1qfable0000000000000000000000000000demo', rate: '0.0000165' },
    { name: 'Ethereum', network: 'ERC-20', address: '0xFAB1E00000000000000000000000000000DE3000', rate: '0.000412' },
    { name: 'Tether', network: 'TRC-20', address: 'TFab1eDemo0000000000000000000000XX', rate: '1.0008' },
  ],
  cashApp: { tag: '$fablebank', name: 'Fable Bank' },
  whatsApp: '+1 555 010 0142',
}

/** The rates are per dollar: a unit without decimals is worth about a cent. */
const inBankCurrency = (settings: NewSettings): NewSettings => ({
  ...settings,
  cryptoInfo: settings.cryptoInfo.map((currency) => {
    const rate = parseDecimal(currency.rate)
    const fewer = Math.max(0, DEFAULT_CURRENCY.decimals - bankCurrency().decimals)
    return rate ? { ...currency, rate: formatDecimal({ ...rate, scale: rate.scale + fewer }) } : currency
  }),
})

type FillOptions = { sql: Sql; keys: Keys; zone: string; riskLargeCents: bigint; now: () => Date }

/**
 * Fills an empty database with the demo; false when it is not empty. In one transaction: a killed start leaves nothing
 * behind, and when two servers start at once, one fills the database while the other waits for it.
 */
export async function fillDemo({ sql, keys, zone, riskLargeCents, now }: FillOptions): Promise<boolean> {
  const [person] = await sql`select 1 from people limit 1`
  if (person) return false
  const at = now()
  const random = createSeededRandom(SEED)
  const known = knownPeople(random, at)
  const generated = generatedPeople(random, at)
  // Before the transaction: password hashing is slow on purpose.
  const passwordHashes = await hashPasswords([...known, ...generated], keys)

  return inTransaction(sql, async (tx) => {
    if (!(await claim(tx, at))) return false
    const peopleByEmail = await insertPeople(tx, [...known, ...generated], passwordHashes, keys)
    await openCustomerSavings(tx, peopleByEmail, at)
    const settings = inBankCurrency(SETTINGS)
    const { before, after } = await planSettings(tx, settings)
    await storeSettings(tx, before, after)
    const movements = [
      ...customerHistory(random, at, zone),
      ...codeCustomerHistory(at),
      ...generatedHistory(random, generated, at),
    ].map((movement) => ({ ...movement, amountCents: sampleCents(movement.amountCents) }))
    const commands = toCommands(movements, peopleByEmail, { random, keys, rates: settings.cryptoInfo })
    const { history, pending, receipts } = commands
    await insertReceipts(tx, receipts)
    for (let from = 0; from < history.length; from += BATCH)
      requireDone(await commitHistory(tx, zone, history.slice(from, from + BATCH)))
    // Last: the flags of pending transactions depend on the whole history.
    requireDone(await commitHistory(tx, zone, pending, { riskLargeCents }))
    await insertCategories(tx, peopleByEmail, at, zone)
    await insertSavingsRules(tx, peopleByEmail, movements, { at, zone })
    await insertScheduledPayments(tx, [rentPayment(peopleByEmail, at, zone)])
    await setTransactionCode(tx, peopleByEmail, keys, at)
    await insertVerifications(tx, keys, [...peopleByEmail.values()], at)
    await insertOfficeCases(tx, peopleByEmail, at)
    await requireCustomerBalance(tx, peopleByEmail)
    return true
  })
}

function requireDone(outcomes: readonly Outcome[]): void {
  const refused = outcomes.find(({ ok }) => !ok)
  if (refused && !refused.ok) throw new Error(`The ledger refused a command of the demo: ${refused.code}`)
}

/**
 * Adds the members of staff that a demonstration of an earlier version lacks. When two servers start at once, the second
 * waits for the lock of the first person and then finds nothing missing.
 */
export async function addMissingStaff({ sql, keys, now }: Pick<FillOptions, 'sql' | 'keys' | 'now'>): Promise<number> {
  const [demonstration] = await sql`select 1 from bank_facts where name = 'demonstration'`
  if (!demonstration) return 0
  const at = now()
  const staff = knownPeople(createSeededRandom(SEED), at).filter(({ role }) => isStaff(role))
  if ((await missingOf(sql, staff)).length === 0) return 0
  const passwordHashes = await hashPasswords(staff, keys)
  return inTransaction(sql, async (tx) => {
    await tx`select 1 from people order by id limit 1 for no key update`
    const missing = await missingOf(tx, staff)
    await insertPeople(tx, missing, passwordHashes, keys)
    return missing.length
  })
}

async function missingOf(sql: Reader, people: readonly DemoPerson[]): Promise<DemoPerson[]> {
  const found = await sql<{ email: string }[]>`
    select email_key as email from people where email_key = any(${people.map(({ email }) => email)}::text[])`
  return people.filter(({ email }) => !found.some((person) => person.email === email))
}

/** A second server blocks here on the first one's uncommitted row, and then conflicts with it. */
async function claim(tx: Tx, at: Date): Promise<boolean> {
  const [claimed] = await tx`
    insert into bank_facts (name, value) values ('demonstration', ${at.toISOString()})
    on conflict (name) do nothing returning name`
  return claimed !== undefined
}

/** One hash per password. The generated people share a random password that is never stored. */
async function hashPasswords(people: readonly DemoPerson[], keys: Keys): Promise<Map<string | null, string>> {
  const passwords = createPasswords(keys)
  const distinct = [...new Set(people.map(({ password }) => password))]
  const hashed = distinct.map(async (password) => {
    const hash = await passwords.hash(password ?? randomBytes(32).toString('base64url'))
    return [password, hash] as const
  })
  return new Map(await Promise.all(hashed))
}

async function insertPeople(
  tx: Tx,
  people: readonly DemoPerson[],
  passwordHashes: ReadonlyMap<string | null, string>,
  keys: Keys,
): Promise<PeopleByEmail> {
  // All at once on one connection: the statements are pipelined.
  const inserted = await Promise.all(
    people.map(async (person) => {
      const { email, fullName, role, status, createdAt } = person
      const passwordHash = passwordHashes.get(person.password) ?? ''
      const id = await insertPerson(tx, { email, fullName, role, status, passwordHash, at: createdAt })
      if (person.pin) await createPin(tx, id, hashPin(keys.pin, id, person.pin))
      return { ...person, id }
    }),
  )
  const numbers = await tx<{ id: string; number: string }[]>`select id, number from accounts`
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]))
  const peopleByEmail: PeopleByEmail = new Map(
    inserted.map((person) => [person.email, { ...person, accountNumber: numberOf.get(person.id) ?? '' }]),
  )
  await updatePeopleDetails(tx, [...peopleByEmail.values()])
  return peopleByEmail
}

async function openCustomerSavings(tx: Tx, peopleByEmail: PeopleByEmail, at: Date): Promise<void> {
  const customer = peopleByEmail.get(CUSTOMER)
  if (!customer) return
  const { name, goalCents } = CUSTOMER_SAVINGS
  customer.savingsId = await openSavingsAccount(tx, customer.id, name, sampleCents(goalCents), savingsOpenedAt(at))
}

/** Last, because this customer's earlier transfers need no code. */
async function setTransactionCode(tx: Tx, peopleByEmail: PeopleByEmail, keys: Keys, at: Date): Promise<void> {
  const id = peopleByEmail.get(CODE_CUSTOMER)?.id ?? ''
  await setCode(tx, id, hashCode(keys.pin, id, TRANSACTION_CODE), new Date(at.getTime() + YEAR_MS))
  await describeCode(tx, id, CODE_DESCRIPTION)
}

async function requireCustomerBalance(tx: Tx, peopleByEmail: PeopleByEmail): Promise<void> {
  const [account] = await tx<{ availableCents: bigint }[]>`
    select balance - held as "availableCents" from accounts where id = ${peopleByEmail.get(CUSTOMER)?.id ?? ''}`
  const expectedCents = sampleCents(CUSTOMER_AVAILABLE_CENTS)
  if (account?.availableCents !== expectedCents)
    throw new Error(`The demo customer has ${account?.availableCents} cents instead of ${expectedCents}`)
}
