import type { User } from '#contract/people.ts'

const FIELDS = ['fullName', 'email', 'mobile', 'dob', 'gender', 'nationality', 'address', 'role', 'status'] as const
export type Editable = Pick<User, (typeof FIELDS)[number]>

export const editableOf = (user: User): Editable =>
  Object.fromEntries(FIELDS.map((field) => [field, user[field]])) as Editable

/** Only what was touched is sent, so that two people can change different things of one person at the same time. */
export function changedFields(
  base: Editable,
  typed: Editable,
): { updates: Partial<Editable>; expected: Partial<Editable> } {
  const touched = FIELDS.filter((field) => base[field] !== typed[field])
  const pick = (from: Editable) => Object.fromEntries(touched.map((field) => [field, from[field]])) as Partial<Editable>
  return { updates: pick(typed), expected: pick(base) }
}
