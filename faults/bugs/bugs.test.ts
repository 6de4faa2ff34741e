import { expect, test } from 'vitest'
import { createLedger } from '#server/ledger/ledger.ts'
import { openBank } from '../../server/test/bank.ts'
import { commandsOf } from '../../server/test/commands.ts'
import { BUGS } from './all-bugs.ts'

test.each(Object.entries(BUGS))('with the planted bug %s transfers are still decided', async (_, { overrides }) => {
  const bank = await openBank()
  const person = await bank.person({ balanceCents: 10_00n })
  const ledger = createLedger(bank.sql, { zone: 'UTC', ...overrides?.ledger })
  const create = commandsOf(bank)
  const readAttempts = () => bank.sql`select pin_attempts from accounts where id = ${person.id}`

  const transfer = await ledger.submit(create.transfer(person, 1_00n))
  expect(transfer).toMatchObject({ ok: true, transaction: { status: 'Pending' } })
  // Some bugs commit after the response.
  await expect.poll(() => person.balance()).toEqual({ availableCents: 9_00n, heldCents: 1_00n })

  const refused = await ledger.submit(create.transfer(person, 1_00n, { pin: '9999' }))
  expect(refused).toMatchObject({ ok: false, code: 'pin_incorrect' })
  await expect.poll(readAttempts).toEqual([{ pin_attempts: 1 }])
  await bank.close()
})
