import { expect, test } from 'vitest'
import { readUsersView, writeUsersView } from './users-query.ts'

test('the address keeps search, filters, page size and page; defaults are left out', () => {
  const address = 'search=ada&status=Pending&role=Teller&tag=VIP&size=20&page=3'
  const view = readUsersView(new URLSearchParams(address))
  expect(view).toEqual({ search: 'ada', status: 'Pending', role: 'Teller', tag: 'VIP', pageSize: 20, page: 3 })
  expect(writeUsersView(view).toString()).toBe(address)
  expect(writeUsersView(readUsersView(new URLSearchParams())).toString()).toBe('')
})

test('ignores what is not valid', () => {
  const view = readUsersView(new URLSearchParams('status=pending&role=Owner&size=1000&page=-1'))
  expect(view).toEqual({ search: '', status: undefined, role: undefined, tag: undefined, pageSize: 5, page: 1 })
})
