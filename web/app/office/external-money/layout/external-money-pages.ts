import { msg } from '#contract/text-id.ts'

/** The pages about money at other banks, in the order of the work: pay, import, match, compare, report. */
export const EXTERNAL_MONEY = {
  reconciliation: { to: '/dashboard/outside', name: msg('Reconciliation'), end: true },
  statements: { to: '/dashboard/outside/statements', name: msg('Bank statements'), end: false },
  entries: { to: '/dashboard/outside/lines', name: msg('Statement lines'), end: false },
  runs: { to: '/dashboard/outside/payment-runs', name: msg('Payment runs'), end: false },
  reports: { to: '/dashboard/outside/reports', name: msg('Reports'), end: false },
} as const

export const EXTERNAL_MONEY_PAGES = Object.values(EXTERNAL_MONEY)
