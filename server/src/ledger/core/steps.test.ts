import { expect, test } from 'vitest'
import { openBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { createLedger } from '../ledger.ts'
import { LEDGER_STEPS, type LedgerProbe } from './steps.ts'

test('the probe is called at each point of a command, around the steps', async () => {
  const bank = await openBank()
  const calls: string[] = []
  const record = (name: string) => () => void calls.push(name)
  const probe: LedgerProbe = {
    afterLock: record('after lock'),
    beforeCommit: record('before commit'),
    afterCommit: record('after commit'),
    beforeResponse: record('before response'),
  }
  const ledger = createLedger(bank.sql, {
    zone: 'UTC',
    probe,
    decide: (state, command) => {
      calls.push('decide')
      return LEDGER_STEPS.decide(state, command)
    },
  })
  const person = await bank.person({ balanceCents: 10_00n })
  expect(await ledger.submit(commandsOf(bank).transfer(person, 1_00n))).toMatchObject({ ok: true })
  expect(calls).toEqual(['after lock', 'decide', 'before commit', 'after commit', 'before response'])
  await bank.close()
})
