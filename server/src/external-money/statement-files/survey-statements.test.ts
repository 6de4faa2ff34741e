import { describe, expect, test } from 'vitest'
import { readEvents } from '../../../test/statement-events.ts'
import { camt053, camtStatement, mt940 } from '../../../test/statement-files.ts'
import type { FileEntry, StatementEvent } from './statement-file.ts'
import { surveyStatements } from './survey-statements.ts'

const ENTRY: FileEntry = {
  bookedOn: '2026-01-02',
  valueOn: null,
  amount: '1',
  currency: null,
  endToEndId: null,
  bankReference: null,
  counterpartyName: null,
  counterpartyNumber: null,
  text: '',
  balance: null,
}

async function* eventsOf(entries: number, statements = 1): AsyncGenerator<StatementEvent[]> {
  for (let statement = 0; statement < statements; statement++) {
    yield [{ kind: 'opened', account: { number: '1', currency: null } }]
    for (let entry = 0; entry < entries; entry++) yield [{ kind: 'entry', entry: ENTRY }]
    yield [{ kind: 'ended' }]
  }
}
async function* replay(events: readonly StatementEvent[]) {
  yield events
}

describe('the survey of a file', () => {
  test('stops at a million entries, and at ten thousand statements', async () => {
    await expect(surveyStatements(eventsOf(1_000_000))).rejects.toThrow('more than 250000 lines')
    await expect(surveyStatements(eventsOf(0, 10_000))).rejects.toThrow('8000 statements')
  })

  const made = (openingCents: number, on: string, cents: number) => ({
    account: '1234567',
    openingCents,
    entries: [{ on, cents, text: '' }],
  })
  const [first, second] = [made(0, '2026-01-02', 5), made(5, '2026-01-03', 7)]
  test.each([
    ['oldest first', mt940(first) + mt940(second)],
    ['newest first', mt940(second) + mt940(first)],
    ['camt.053, newest first', camt053(camtStatement(second), camtStatement(first))],
  ])('statements of an account follow each other: %s', async (_, file) => {
    const { accounts, entries } = await surveyStatements(replay(await readEvents(file)))
    expect(entries).toBe(2)
    expect(accounts[0]?.statements.map(({ opening, closing }) => [opening?.amount, closing?.amount])).toEqual([
      ['0', '0.05'],
      ['0.05', '0.12'],
    ])
  })

  test('a balance that is missing follows from the other one and the entries', async () => {
    const file = camt053(camtStatement(second)).replace(/<Bal><Tp><CdOrPrtry><Cd>CLBD.*?<\/Bal>/, '')
    const { accounts } = await surveyStatements(replay(await readEvents(file)))
    expect(accounts[0]?.statements[0]).toMatchObject({ opening: { amount: '0.05' }, closing: { amount: '0.12' } })
  })
})
