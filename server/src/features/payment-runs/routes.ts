import {
  createPaymentRun,
  listPaymentRuns,
  markPaymentRunSent,
  readPaymentFile,
  readPaymentRun,
  returnTransfer,
} from '#contract/payment-runs.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../runtime/refusal.ts'

/** Answer 'unavailable' until the tables of payment runs are there. */
export const paymentRunRoutes = (): Route[] =>
  [createPaymentRun, listPaymentRuns, readPaymentRun, readPaymentFile, markPaymentRunSent, returnTransfer].map((call) =>
    route(call, async () => {
      throw new Refusal('unavailable')
    }),
  )
