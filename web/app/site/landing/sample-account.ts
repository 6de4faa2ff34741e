/** Decoration only: nobody's money. Dates are local times, so every reader sees the same ones. */
export const sampleBalance = { dollars: 12480.55, increase: 8.3, accountNumber: '4820 9173 65' }

export const sampleTransactions = [
  { title: 'Salary, Northwind Studio', type: 'Deposit', amount: 3250, status: 'Completed', at: '2026-10-30T09:02' },
  { title: 'Rent, 8 Maple Street', type: 'Transfer', amount: -1150, status: 'Completed', at: '2026-11-01T08:15' },
  { title: 'From Inês in Lisbon', type: 'Deposit', amount: 840, status: 'Completed', at: '2026-11-03T16:41' },
  { title: 'Piano lessons, autumn', type: 'Transfer', amount: -96.5, status: 'Pending', at: '2026-11-05T18:20' },
]
export type SampleTransaction = (typeof sampleTransactions)[number]
