import { expect, test } from 'vitest'
import { listedStates, readEntriesView, writeEntriesView } from './entries-view.ts'

const ID = '019a85b1-2d4f-7a63-8b1c-4b2d6f8c0e36'

test('the address keeps the filters, and what it does not know is ignored', () => {
  const view = { state: 'suggested', account: ID, statement: undefined, entry: ID } as const
  expect(String(writeEntriesView(view))).toBe(`state=suggested&account=${ID}&line=${ID}`)
  expect(readEntriesView(writeEntriesView(view))).toEqual(view)
  expect(readEntriesView(new URLSearchParams('state=lost&account=1&line=2'))).toEqual({
    state: undefined,
    account: undefined,
    statement: undefined,
    entry: undefined,
  })
})

test('without a state, everything that is still to be decided is listed', () => {
  expect(listedStates({})).toEqual(['matched', 'suggested', 'unmatched'])
  expect(listedStates({ state: 'booked' })).toEqual(['booked'])
  expect(listedStates({ state: 'all' })).toEqual([undefined])
})
