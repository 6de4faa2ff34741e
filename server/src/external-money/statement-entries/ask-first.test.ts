import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, databaseFingerprint, refusalOf } from '../../../test/money.ts'
import { addExternalAccount, importEntries, paymentReference, type TestEntry } from '../../../test/statement-entries.ts'

const bank = useBank({ config: { fourEyesAboveCents: 1000_00n } })
let grace: Person
let account: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  account = await addExternalAccount(grace)
})

const match = (id: string, body: object) => grace.call('POST', `/admin/bank-statements/lines/${id}/match`, { body })
const imported = async (entry: TestEntry) => (await importEntries(bank, grace, account, [entry])).ids[0] ?? ''
const balanceOf = async (person: Person) => (await person.balance()).availableCents
async function deposit(person: Person, amount: number): Promise<string> {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  return (await person.call('POST', '/deposit', { body })).json()._id
}
const setStatus = (person: Person, status: string) =>
  bank.owner`update people set status = ${status} where id = ${person.id}`

test('a suggestion below 80 is booked only when it is confirmed', async () => {
  const ada = await bank.person({ fullName: 'Ada Example' })
  const transactionId = await deposit(ada, 61)
  const entry = await imported({ amountCents: 61_00n, counterpartyName: 'Ada Exampel' })
  const before = await databaseFingerprint(bank)
  const asked = refusalOf(await match(entry, { transactionId }))
  expect(asked).toMatchObject({
    status: 409,
    code: 'confirmation_needed',
    current: { score: 42, reasons: ['amount_ok', 'name_similar'] },
  })
  expect(Object.keys(asked.current)).toEqual(['score', 'reasons'])
  expect(await databaseFingerprint(bank)).toEqual(before)
  expect((await match(entry, { transactionId, confirm: true })).json()).toMatchObject({ state: 'booked' })
  expect(await balanceOf(ada)).toBe(61_00n)
})

test('what is certain by reference is booked by one click, whatever its score; 80 is enough', async () => {
  const [ada, ben] = [await bank.person(), await bank.person({ fullName: 'Ben Example' })]
  const named = await imported({ amountCents: 62_00n, text: await paymentReference(ada) })
  expect((await match(named, { userId: ada.id })).json()).toMatchObject({ state: 'booked' })
  const transactionId = await deposit(ben, 63)
  const sure = await imported({ amountCents: 63_00n, text: await paymentReference(ben) })
  expect((await match(sure, { transactionId })).json()).toMatchObject({ state: 'booked' })
})

test.each(['Frozen', 'Pending'])('assigning to a person who is %s asks first', async (status) => {
  const ada = await bank.person()
  await setStatus(ada, status)
  const entry = await imported({ amountCents: 64_00n })
  expect(refusalOf(await match(entry, { userId: ada.id }))).toMatchObject({
    code: 'confirmation_needed',
    current: { score: null, reasons: ['person_not_active'] },
  })
  expect((await match(entry, { userId: ada.id, confirm: true })).json()).toMatchObject({ state: 'booked' })
  expect(await balanceOf(ada)).toBe(64_00n)
})

test('a deposit of a frozen customer is asked about too, with its score', async () => {
  const ada = await bank.person({ fullName: 'Ada Example' })
  const transactionId = await deposit(ada, 65)
  await setStatus(ada, 'Frozen')
  const entry = await imported({ amountCents: 65_00n, counterpartyName: 'Ada Example' })
  expect(refusalOf(await match(entry, { transactionId }))).toMatchObject({
    code: 'confirmation_needed',
    current: { score: 50, reasons: ['amount_ok', 'name_ok', 'person_not_active'] },
  })
})

test('one answer never answers a question that was not asked', async () => {
  const ada = await bank.person({ fullName: 'Ada Example' })
  const pending = await deposit(ada, 66)
  await setStatus(ada, 'Frozen')
  const entry = await imported({ amountCents: 66_00n, counterpartyName: 'Ada Example' })
  // An answer about the frozen customer alone would make a second deposit beside the one that waits: both are shown.
  const asked = refusalOf(await match(entry, { userId: ada.id }))
  expect(asked).toMatchObject({
    code: 'choose_deposit',
    current: { deposits: [{ transactionId: pending }], score: null, reasons: ['person_not_active'] },
  })
  expect((await match(entry, { transactionId: pending, confirm: true })).json()).toMatchObject({
    state: 'booked',
    match: { transactionId: pending },
  })
  expect(await balanceOf(ada)).toBe(66_00n)

  // A doubtful suggestion beside money that was credited on its receipt.
  const ben = await bank.person({ fullName: 'Ben Example' })
  const [credited, other] = [await deposit(ben, 67), await deposit(ben, 67)]
  await grace.call('POST', '/deposit/approve', { body: { transactionId: credited } })
  const second = await imported({ amountCents: 67_00n, counterpartyName: 'Ben Example' })
  expect(refusalOf(await match(second, { transactionId: other }))).toMatchObject({
    code: 'choose_deposit',
    current: { deposits: [{ transactionId: credited }, { transactionId: other }], score: 40 },
  })
})

test('a closed account is refused, confirmed or not', async () => {
  const ada = await bank.person()
  await bank.owner`update accounts set closed_at = now() where owner_id = ${ada.id}`
  await setStatus(ada, 'Closed')
  const entry = await imported({ amountCents: 68_00n })
  for (const confirm of [{}, { confirm: true }])
    expect(refusalOf(await match(entry, { userId: ada.id, ...confirm })).code).toBe('account_closed')
})
