import type { LightMyRequestResponse } from 'fastify'

type Who = 'customer' | 'admin'
/** `paths`: the requests that a page sends at once. */
export type PageRequest = { who: Who; paths: string[] }
export type Get = (who: Who, path: string) => Promise<LightMyRequestResponse>

/** The same pages in every bank, with a transaction and an audit entry from the middle of its history. */
export async function pageRequestsFor(get: Get): Promise<Record<string, PageRequest>> {
  const [middle] = (await get('admin', '/transactions/admin?to=2025-03-01&limit=1')).json()
  const [entry] = (await get('admin', '/admin/audit?to=2025-03-01&limit=1')).json()
  const people = Number((await get('admin', '/users/all')).headers['x-total-count'])
  if (!middle || !entry) throw new Error('The middle of the history is empty')
  return { ...customerPages(), ...adminPages({ middle, actor: entry.actor._id, lastPage: Math.ceil(people / 5) }) }
}

function customerPages(): Record<string, PageRequest> {
  const customer = (...paths: string[]): PageRequest => ({ who: 'customer', paths })
  return {
    dashboard: customer('/users', '/users/months', '/transactions?limit=5', '/notifications?limit=10'),
    'transactions: newest': customer('/transactions'),
    'transactions: from the middle on': customer('/transactions?to=2025-03-01'),
    'transactions: deposits only': customer('/transactions?type=Deposit'),
    // Three, because the small bank has no more in a month: responses of the same length are compared.
    'transactions: a month': customer('/transactions?from=2025-02-01&to=2025-02-28&limit=3'),
  }
}

type Middle = { middle: { _id: string; user: { _id: string } }; actor: string; lastPage: number }

function adminPages({ middle, actor, lastPage }: Middle): Record<string, PageRequest> {
  const admin = (path: string): PageRequest => ({ who: 'admin', paths: [path] })
  return {
    'users: first page': admin('/users/all'),
    'users: a later page': admin('/users/all?page=40'),
    'users: last page': admin(`/users/all?page=${lastPage}`),
    'users: search, one match': admin('/users/all?search=person4321@'),
    'users: search, few matches': admin('/users/all?search=on4321'),
    'users: search, no match': admin('/users/all?search=nobody-has-this'),
    'users: search, all match': admin('/users/all?search=example'),
    'users: search, one letter': admin('/users/all?search=p'),
    'users: search, a letter without match': admin('/users/all?search=q'),
    'users: search, a punctuation mark without match': admin('/users/all?search=%25'),
    'users: search, two letters without match': admin('/users/all?search=xe'),
    'users: search, a whole address in capitals': admin('/users/all?search=PERSON4321@HOUSE321.EXAMPLE'),
    'transactions of all: newest': admin('/transactions/admin'),
    'transactions of all: pending, oldest first': admin('/transactions/admin?status=Pending&order=oldest&limit=10'),
    'transactions of all: decided': admin('/transactions/admin?decided=true&limit=15'),
    'transactions of all: declined': admin('/transactions/admin?status=Declined'),
    'transactions of all: deposits only': admin('/transactions/admin?type=Deposit'),
    'transactions of all: from the middle on': admin('/transactions/admin?to=2025-03-01'),
    'transactions of all: of one person': admin(`/transactions/admin?userId=${middle.user._id}`),
    'transactions of all: by whole id': admin(`/transactions/admin?search=${middle._id}`),
    'transactions of all: by the beginning of an id': admin(
      `/transactions/admin?search=${middle._id.slice(0, 10)}&limit=1`,
    ),
    'one transaction with all details': admin(`/admin/transactions/${middle._id}`),
    'audit: newest': admin('/admin/audit'),
    'audit: one action': admin('/admin/audit?action=pin.reset'),
    'audit: one administrator': admin(`/admin/audit?actor=${actor}`),
    'audit: one person': admin(`/admin/audit?person=${middle.user._id}`),
    'audit: from the middle on': admin('/admin/audit?to=2025-03-01'),
  }
}
