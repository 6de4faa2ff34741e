import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { createUpload } from '../../../test/money.ts'
import { addExternalAccount, paymentReference } from '../../../test/statement-entries.ts'
import { camt053, camtStatement, statementForm } from '../../../test/statement-files.ts'

const bank = useBank({ config: { autoBookMatched: true, fourEyesAboveCents: 100_00n } })

test('with AUTO_BOOK_MATCHED, the import books credits with a payment reference, each once', async () => {
  const [admin, ada, ben] = [await bank.person({ role: 'Admin' }), await bank.person(), await bank.person()]
  const body = { amount: 25, method: 'bank', receipt: await createUpload(bank, ada) }
  const claimed = (await ada.call('POST', '/deposit', { body })).json()._id
  await addExternalAccount(admin, '4470000001')
  const on = bank.now().toISOString().slice(0, 10)
  const entries = [
    { on, cents: 25_00, text: await paymentReference(ada) },
    { on, cents: 35_00, text: await paymentReference(ben) },
    { on, cents: 135_00, text: await paymentReference(ben) },
    { on, cents: 5_00, text: 'Unknown' },
  ]
  const file = camt053(camtStatement({ account: '4470000001', openingCents: 0, entries, from: on, to: on }))
  const upload = () => admin.call('POST', '/admin/bank-statements', statementForm(file))
  const { _id, lines: counts } = (await upload()).json()
  expect(counts).toMatchObject({ matched: 3, unmatched: 1 })
  const states = async () => (await admin.call('GET', `/admin/bank-statements/${_id}`)).json().states
  // The large one waits for a second person.
  expect(await states()).toMatchObject({ booked: 2, matched: 1, unmatched: 1 })
  const balances = async () => [(await ada.balance()).availableCents, (await ben.balance()).availableCents]
  expect(await balances()).toEqual([25_00n, 35_00n])
  const [deposit] = await bank.sql`select status, decided_by from transactions where id = ${claimed}`
  expect(deposit).toEqual({ status: 'Completed', decided_by: admin.id })
  // A known file changes nothing: a second Admin who sends it again does not confirm what waits for one.
  const other = await bank.person({ role: 'Admin' })
  for (const by of [admin, other]) {
    expect((await by.call('POST', '/admin/bank-statements', statementForm(file))).statusCode).toBe(201)
    expect(await balances()).toEqual([25_00n, 35_00n])
    expect(await states()).toMatchObject({ booked: 2, matched: 1 })
  }
})

test('with AUTO_BOOK_MATCHED, an entry that may be a deposit of the person is not booked beside it', async () => {
  const [admin, ada] = [await bank.person({ role: 'Admin' }), await bank.person()]
  const body = { amount: 5, method: 'bank', receipt: await createUpload(bank, ada) }
  const transactionId = (await ada.call('POST', '/deposit', { body })).json()._id
  await addExternalAccount(admin, '4470000002')
  const on = bank.now().toISOString().slice(0, 10)
  const text = await paymentReference(ada)
  let openingCents = 0
  const upload = async (cents: number) => {
    const entries = [{ on, cents, text }]
    const file = camt053(camtStatement({ account: '4470000002', openingCents, entries, from: on, to: on }))
    openingCents += cents
    return (await admin.call('POST', '/admin/bank-statements', statementForm(file))).json().lines
  }
  // The deposit is pending, and then approved on its receipt.
  expect(await upload(4_98)).toMatchObject({ matched: 0, suggested: 1 })
  await admin.call('POST', '/deposit/approve', { body: { transactionId } })
  expect(await upload(4_99)).toMatchObject({ matched: 0, suggested: 1 })
  expect((await ada.balance()).availableCents).toBe(5_00n)
  // An entry of its amount clears the deposit.
  expect(await upload(5_00)).toMatchObject({ matched: 1 })
  expect((await ada.balance()).availableCents).toBe(5_00n)
  expect(await bank.sql`select state from bank_statement_lines where transaction_id = ${transactionId}`).toEqual([
    { state: 'booked' },
  ])
})
