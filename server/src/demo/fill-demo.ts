import { randomBytes } from 'node:crypto'
import type { NewSettings } from '#contract/settings.ts'
import type { Keys } from '../crypto/keys.ts'
import { createPasswords } from '../crypto/passwords.ts'
import type { Sql, Tx } from '../db/connection.ts'
import { inTransaction } from '../db/transaction.ts'
import { commitHistory } from '../ledger/commit-batch.ts'
import { createPin, describeCode, hashCode, hashPin, setCode } from '../ledger/secrets.ts'
import { insertPerson } from '../people/person.ts'
import { writeSettings } from '../settings/write-settings.ts'
import { CUSTOMER, CUSTOMER_AVAILABLE_CENTS, customerHistory } from './customer-history.ts'
import { codeHolderHistory, holderHistory } from './holder-history.ts'
import { CODE_HOLDER, type DemoPerson, generatedPeople, knownPeople } from './people.ts'
import { loadDice } from './seeded-random.ts'
import { describePeople, insertReceipts } from './store.ts'
import { type Cast, toCommands } from './to-commands.ts'

const SEED = 2026
const YEAR_MS = 365 * 86_400_000
const BATCH = 400
const TRANSACTION_CODE = '12345'
const CODE_DESCRIPTION = 'Issued when you opened your account. If you have lost it, support will give you a new one.'

/** Where a depositor of the demonstration would pay to. None of it exists. */
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

type Filling = { sql: Sql; keys: Keys; zone: string; now: () => Date }

/**
 * Fills an empty database with the demonstration people; false when it was not empty. All in one transaction: a start
 * that is killed leaves nothing, and of two servers that start at once one fills while the other waits for it.
 */
export async function fillDemo({ sql, keys, zone, now }: Filling): Promise<boolean> {
  const [somebody] = await sql`select 1 from people limit 1`
  if (somebody) return false
  const at = now()
  const dice = loadDice(SEED)
  const known = knownPeople(dice, at)
  const generated = generatedPeople(dice, at)
  // Before the transaction opens: hashing is slow on purpose.
  const passwordHashes = await hashPasswords([...known, ...generated], keys)

  return inTransaction(sql, async (tx) => {
    if (!(await claim(tx, at))) return false
    const cast = await bringIn(tx, [...known, ...generated], passwordHashes, keys)
    await writeSettings(tx, keys, SETTINGS)
    const movements = [...customerHistory(dice, at), ...codeHolderHistory(at), ...holderHistory(dice, generated, at)]
    const { commands, receipts } = toCommands(movements, cast, { dice, keys, rates: SETTINGS.cryptoInfo })
    await insertReceipts(tx, receipts)
    for (let from = 0; from < commands.length; from += BATCH) {
      const outcomes = await commitHistory(tx, zone, commands.slice(from, from + BATCH))
      const refused = outcomes.find(({ ok }) => !ok)
      if (refused && !refused.ok) throw new Error(`The demonstration asks for what the ledger refuses: ${refused.code}`)
    }
    await giveCode(tx, cast, keys, at)
    await requireAgreedBalance(tx, cast)
    return true
  })
}

/** A second server waits here until the first one is done, and then finds the place taken. */
async function claim(tx: Tx, at: Date): Promise<boolean> {
  const [claimed] = await tx`
    insert into bank_facts (name, value) values ('demonstration', ${at.toISOString()})
    on conflict (name) do nothing returning name`
  return claimed !== undefined
}

/** One hash a password. Nobody knows the generated holders' one, so it does no harm that they share it. */
async function hashPasswords(people: readonly DemoPerson[], keys: Keys): Promise<Map<string | null, string>> {
  const passwords = createPasswords(keys)
  const distinct = [...new Set(people.map(({ password }) => password))]
  const hashed = distinct.map(async (password) => {
    const hash = await passwords.hash(password ?? randomBytes(32).toString('base64url'))
    return [password, hash] as const
  })
  return new Map(await Promise.all(hashed))
}

async function bringIn(
  tx: Tx,
  people: readonly DemoPerson[],
  passwordHashes: ReadonlyMap<string | null, string>,
  keys: Keys,
): Promise<Cast> {
  // All at once on one connection: each waits for nobody else's answer.
  const members = await Promise.all(
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
  const cast: Cast = new Map(
    members.map((member) => [member.email, { ...member, accountNumber: numberOf.get(member.id) ?? '' }]),
  )
  await describePeople(tx, [...cast.values()])
  return cast
}

/** Last, so that what this person did before needed none. */
async function giveCode(tx: Tx, cast: Cast, keys: Keys, at: Date): Promise<void> {
  const id = cast.get(CODE_HOLDER)?.id ?? ''
  await setCode(tx, id, hashCode(keys.pin, id, TRANSACTION_CODE), new Date(at.getTime() + YEAR_MS))
  await describeCode(tx, id, CODE_DESCRIPTION)
}

async function requireAgreedBalance(tx: Tx, cast: Cast): Promise<void> {
  const [account] = await tx<{ available: bigint }[]>`
    select balance - held as available from accounts where id = ${cast.get(CUSTOMER)?.id ?? ''}`
  if (account?.available !== CUSTOMER_AVAILABLE_CENTS)
    throw new Error(`The demonstration customer has ${account?.available} cents instead of ${CUSTOMER_AVAILABLE_CENTS}`)
}
