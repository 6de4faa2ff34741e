import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'

/** Decorative figures, for a currency with two decimals. Dates have no time zone, so every visitor sees the same ones. */
export const sampleBalance = { amount: 12480.55, increase: 8.3, accountNumber: verbatim('4820 9173 65') }

export type SampleTransaction = {
  title: TextId
  detail?: Text
  type: TextId
  amount: number
  status: 'Completed' | 'Pending'
  at: string
}

export const sampleTransactions: SampleTransaction[] = [
  {
    title: msg('Wire from Northwind'),
    type: msg('Deposit'),
    amount: 3250,
    status: 'Completed',
    at: '2026-11-02T09:02',
  },
  {
    title: msg('Rent, Maple Street'),
    type: msg('Transfer'),
    amount: -1150,
    status: 'Completed',
    at: '2026-11-03T08:15',
  },
  { title: msg('Wire from Lisbon'), type: msg('Deposit'), amount: 840, status: 'Completed', at: '2026-11-05T16:41' },
  {
    title: msg('Credit card bill'),
    detail: verbatim('4000 1234 5678 9010'),
    type: msg('Transfer'),
    amount: -212.4,
    status: 'Completed',
    at: '2026-11-09T11:30',
  },
  { title: msg('Piano lessons'), type: msg('Transfer'), amount: -96.5, status: 'Pending', at: '2026-11-12T18:20' },
]

/** What the dashboard shows as Monthly Income and Monthly Spent. */
export const sampleMonth = { income: 4090, spent: 1362.4 }

/** Income and spending of the last six months. */
export const sampleMonths = [
  { income: 3250, spent: 2140 },
  { income: 3610, spent: 2480 },
  { income: 3250, spent: 1930 },
  { income: 4420, spent: 2710 },
  { income: 3780, spent: 1980 },
  { income: 4090, spent: 1362.4 },
]
