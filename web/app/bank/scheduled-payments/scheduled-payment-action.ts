/** What is open about one of the scheduled payments. */
export type ScheduledPaymentAction = { kind: 'amount' | 'runs' | 'delete'; scheduledPaymentId: string }
