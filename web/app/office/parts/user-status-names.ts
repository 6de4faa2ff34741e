import type { User } from '#contract/customers/people.ts'
import { msg, type TextId } from '#contract/text-id.ts'

/** In the order of the filter. Typed by the contract, whose schemas pages don't load. */
export const USER_STATUS_NAMES: Record<User['status'], TextId> = {
  Active: msg('Active'),
  Pending: msg('Pending'),
  Frozen: msg('Frozen'),
  Closed: msg('Closed'),
}
