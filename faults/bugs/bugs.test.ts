import { expect, test } from 'vitest'
import { createLedger } from '#server/ledger/ledger.ts'
import { openBank } from '../../server/test/bank.ts'
import { commandsOf } from '../../server/test/commands.ts'
import { BUG_GROUPS, BUGS } from './all-bugs.ts'
import { type Bug, overridesOf } from './bug.ts'

const groups = BUG_GROUPS.map((names) => [names.join(', '), names.map((name): Bug => BUGS[name])] as const)

test('each planted bug is in one group', () => {
  expect(BUG_GROUPS.flat().toSorted()).toEqual(Object.keys(BUGS).toSorted())
})

test.each(groups)('in a group no checker is meant for two bugs unless it says something different: %s', (_, bugs) => {
  for (const bug of bugs)
    for (const other of bugs)
      if (bug !== other && bug.caughtBy.some((checker) => other.caughtBy.includes(checker)))
        expect(String(bug.says), `${bug.title} and ${other.title}`).not.toBe(String(other.says))
})

test.each(groups)('with planted bugs transfers are still decided: %s', async (_, bugs) => {
  const bank = await openBank()
  const person = await bank.person({ balanceCents: 10_00n })
  const ledger = createLedger(bank.sql, { zone: 'UTC', ...overridesOf(bugs).ledger })
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
