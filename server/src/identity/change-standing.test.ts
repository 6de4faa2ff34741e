import { expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'
import { lockPerson } from '../customers/lock-person.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { changeStanding } from './change-standing.ts'

const bank = useBank()

/** The commands refuse it before; this is the one place through which every change of a role or status goes. */
test.each([{ role: 'Teller' }, { status: 'Frozen', reason: 'Test' }] as const)(
  'no one changes their own standing, whichever command it is: %o',
  async (update) => {
    const [admin] = [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })]
    const staff = { actorId: admin.id, at: bank.now(), requestId: 'test' }
    const change = inTransaction(bank.sql, async (tx) => {
      await lockPerson(tx, admin.id)
      return changeStanding(tx, staff, { personId: admin.id, ...update })
    })
    await expect(change).rejects.toMatchObject({ code: 'own_account' })
    expect(await bank.sql`select role, status from people where id = ${admin.id}`).toEqual([
      { role: 'Admin', status: 'Active' },
    ])
  },
)
