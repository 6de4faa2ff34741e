import type { User } from '#contract/customers/people.ts'
import { msg, type TextId } from '#contract/text-id.ts'

/** The names are in the order of the filter. The contract types them; pages don't load its schemas. */
export const USER_STATUS_NAMES: Record<User['status'], TextId> = {
  Active: msg('Active'),
  Pending: msg('Pending'),
  Frozen: msg('Frozen'),
  Closed: msg('Closed'),
}
