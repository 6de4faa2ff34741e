import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { addExternalAccount } from '../../../test/statement-entries.ts'
import { statementForm } from '../../../test/statement-files.ts'

const bank = useBank()

test('a CSV file with plain headings is imported alone, and for one of several accounts', async () => {
  const admin = await bank.person({ role: 'Admin' })
  const upload = async (file: string, fields?: Record<string, string>) => {
    const response = await admin.call('POST', '/admin/bank-statements', statementForm(file, fields))
    return { status: response.statusCode, ...response.json() }
  }
  const file = 'Date,Description,Amount\n2026-01-02,Salary,1000.50\n2026-01-03,Rent,-400.00\n'
  expect(await upload(file)).toMatchObject({ code: 'mapping_required', current: { fields: ['account'] } })
  const first = await addExternalAccount(admin, '7710000001')
  expect(await upload(file)).toMatchObject({ status: 201, account: { _id: first }, lines: { total: 2, known: 0 } })
  expect(await upload(file)).toMatchObject({ status: 201, lines: { total: 2, known: 2 } })
  const second = await addExternalAccount(admin, '7710000002')
  expect(await upload(file)).toMatchObject({ status: 400, current: { fields: ['account'] } })
  expect(await upload(file, { account: second })).toMatchObject({ status: 201, account: { _id: second } })
  const stored = await bank.sql`
    select amount, text from bank_statement_lines where outside_account_id = ${second} order by booked_on`
  expect(stored).toEqual([
    { amount: 100_050n, text: 'Salary' },
    { amount: -40_000n, text: 'Rent' },
  ])
})
