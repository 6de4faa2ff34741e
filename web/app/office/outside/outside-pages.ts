/** The pages about money at other banks, in the order of the work: pay, import, match, compare, report. */
export const OUTSIDE = {
  reconciliation: { to: '/dashboard/outside', name: 'Reconciliation', end: true },
  statements: { to: '/dashboard/outside/statements', name: 'Bank statements', end: false },
  lines: { to: '/dashboard/outside/lines', name: 'Statement lines', end: false },
  runs: { to: '/dashboard/outside/payment-runs', name: 'Payment runs', end: false },
  reports: { to: '/dashboard/outside/reports', name: 'Reports', end: false },
} as const

export const OUTSIDE_PAGES = Object.values(OUTSIDE)
