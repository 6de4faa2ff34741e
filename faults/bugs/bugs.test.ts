import { expect, test } from 'vitest'
import { createLedger } from '#server/ledger/ledger.ts'
import { openBank } from '../../server/test/bank.ts'
import { commandsOf } from '../../server/test/commands.ts'
import { BUGS } from './all-bugs.ts'

test.each(Object.entries(BUGS))('with the planted bug %s a transfer still goes through', async (_, { overrides }) => {
  const bank = await openBank()
  const person = await bank.person({ balanceCents: 10_00n })
  const ledger = createLedger(bank.sql, { zone: 'UTC', ...overrides?.ledger })
  const submit = commandsOf(bank)
  const transfer = submit.transfer(person, 1_00n)
  expect(await ledger.submit(transfer)).toMatchObject({ ok: true, transaction: { status: 'Pending' } })
  await expect.poll(() => person.balance()).toEqual({ availableCents: 9_00n, heldCents: 1_00n })
  await bank.close()
})
