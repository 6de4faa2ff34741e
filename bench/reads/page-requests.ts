import type { LightMyRequestResponse } from 'fastify'
import { BUSY_MONTH } from './rows.ts'

type Who = 'customer' | 'admin'
/** `paths`: the requests that a page sends at once. `kind`: a search compares the whole history of the customer, which has no index. */
export type PageRequest = { who: Who; kind: 'list' | 'search'; paths: string[] }
export type Get = (who: Who, path: string) => Promise<LightMyRequestResponse>

/** Requests for one set of pages in every bank, with a transaction and an audit entry from the middle of its history. */
export async function pageRequestsFor(get: Get): Promise<Record<string, PageRequest>> {
  const [middle] = (await get('admin', '/transactions/admin?to=2025-03-01&limit=1')).json()
  const [entry] = (await get('admin', '/admin/audit?to=2025-03-01&limit=1')).json()
  const people = Number((await get('admin', '/users/all')).headers['x-total-count'])
  if (!middle || !entry) throw new Error('The middle of the history is empty')
  const { _id: busiest } = (await get('customer', '/users')).json().user
  const lastPage = Math.ceil(people / 5)
  return { ...customerPages(), ...adminPages({ middle, busiest, actor: entry.actor._id, lastPage }) }
}

function customerPages(): Record<string, PageRequest> {
  const customer = (...paths: string[]): PageRequest => ({ who: 'customer', kind: 'list', paths })
  const search = (query: string): PageRequest => ({
    who: 'customer',
    kind: 'search',
    paths: [`/transactions?account=all&${query}`],
  })
  return {
    dashboard: customer(
      '/users',
      '/accounts',
      '/users/months',
      '/transactions?account=all&limit=5',
      '/notifications?limit=10',
    ),
    'transactions: newest': customer('/transactions'),
    'transactions: newest of all accounts': customer('/transactions?account=all'),
    'transactions: deposits of all accounts': customer('/transactions?account=all&type=Deposit'),
    'transactions: by a note': customer(`/transactions?search=Birthday&from=${BUSY_MONTH}-01&to=${BUSY_MONTH}-28`),
    'spending of a month by category': customer(`/users/spending?month=${BUSY_MONTH}`),
    statements: customer('/statements'),
    'statement of a busy month, as JSON': customer(`/statements/${BUSY_MONTH}?format=json`),
    'statement of a busy month, as PDF': customer(`/statements/${BUSY_MONTH}?format=pdf`),
    'transactions: from the middle on': customer('/transactions?to=2025-03-01'),
    'transactions: deposits only': customer('/transactions?type=Deposit'),
    'transactions: a month': customer(`/transactions?from=${BUSY_MONTH}-01&to=${BUSY_MONTH}-28`),
    'search: a text that many have': search('search=counterparty'),
    'search: a text without match': search('search=nobody%20has%20this'),
    'search: a payee of long ago': search('search=Counterparty%20100'),
    'search: a note': search('search=Birthday%20REF'),
    'search: an amount': search('search=1%2C150.00'),
    'search: an amount without match': search('search=9%2C999%2C999.99'),
    'search: a reference in groups': search('search=RF18%205390%200754'),
    'search: a category': search('category=groceries'),
    'search: a category without match': search('category=health'),
    'search: a text in a category': search('search=counterparty&category=groceries'),
  }
}

type Found = { middle: { _id: string; user: { _id: string } }; busiest: string; actor: string; lastPage: number }

function adminPages({ middle, busiest, actor, lastPage }: Found): Record<string, PageRequest> {
  const admin = (path: string): PageRequest => ({ who: 'admin', kind: 'list', paths: [path] })
  return {
    'users: first page': admin('/users/all'),
    'users: a later page': admin('/users/all?page=40'),
    'users: last page': admin(`/users/all?page=${lastPage}`),
    'users: search, one match': admin('/users/all?search=person4321@'),
    'users: search, few matches': admin('/users/all?search=founder'),
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
    'transactions of all: with a flag': admin('/transactions/admin?flag=velocity'),
    'transactions of all: with a rare flag': admin('/transactions/admin?flag=large&limit=1'),
    'transactions of all: pending with a flag': admin('/transactions/admin?status=Pending&flag=new_payee&limit=1'),
    'transactions of all: from the middle on': admin('/transactions/admin?to=2025-03-01'),
    'transactions of all: of one person': admin(`/transactions/admin?userId=${middle.user._id}`),
    'transactions of all: of the busiest person': admin(`/transactions/admin?userId=${busiest}`),
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
