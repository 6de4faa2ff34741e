import { expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'

const bank = useBank()

type PaidParty = { name: string; accountNumber: string; bankName?: string; iban?: string }

async function transfers(from: Person, { name, accountNumber, bankName = 'Example Bank', iban = '' }: PaidParty) {
  bank.clock.offsetMs += 1_000
  const to = { name, accountNumber, bankName, iban }
  const outcome = await bank.ledger.submit(commandsOf(bank).transfer(from, 1_00n, { to }))
  expect(outcome).toMatchObject({ ok: true })
}

const payeesOf = async (person: Person) => {
  const response = await person.call('GET', '/users/payees')
  expect(response.statusCode).toBe(200)
  return response.json() as { accountName: string; accountNumber: string; iban: string }[]
}

test('returns each account once, latest first, under its latest name', async () => {
  const person = await bank.person({ balanceCents: 100_00n })
  await transfers(person, { name: 'Grace', accountNumber: '111' })
  await transfers(person, { name: 'Linus', accountNumber: '222', iban: 'DE89370400440532013000' })
  await transfers(person, { name: 'Grace Hopper', accountNumber: '111' })
  await transfers(person, { name: 'Grace', accountNumber: '111', bankName: 'Another Bank' })
  const payees = await payeesOf(person)
  expect(payees.map(({ accountName, accountNumber }) => [accountName, accountNumber])).toEqual([
    ['Grace', '111'],
    ['Grace Hopper', '111'],
    ['Linus', '222'],
  ])
  expect(payees[2]).toMatchObject({ bankName: 'Example Bank', iban: 'DE89370400440532013000', swiftCode: '' })
})

test('excludes other people’s payees and the bank’s own adjustments', async () => {
  const payer = await bank.person({ balanceCents: 100_00n })
  await transfers(payer, { name: 'Grace', accountNumber: '111' })
  const other = await bank.person({ balanceCents: 100_00n })
  expect(await payeesOf(other)).toEqual([])
})

test('returns at most twelve', async () => {
  const person = await bank.person({ balanceCents: 100_00n })
  for (let i = 0; i < 15; i++) await transfers(person, { name: `Payee ${i}`, accountNumber: String(i) })
  const payees = await payeesOf(person)
  expect(payees).toHaveLength(12)
  expect(payees[0]?.accountName).toBe('Payee 14')
})
