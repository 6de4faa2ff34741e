import type { User } from '#contract/customers/people.ts'
import type { TypedFields } from '../../../shared/ui/forms/use-form.ts'

const FIELDS = ['fullName', 'email', 'mobile', 'dob', 'gender', 'nationality', 'address', 'role', 'status'] as const
export type EditableFields = TypedFields<Pick<User, (typeof FIELDS)[number]>>

export const toEditableFields = (user: User): EditableFields =>
  Object.fromEntries(FIELDS.map((field) => [field, user[field]])) as EditableFields

/** Only changed fields are sent, so that two administrators can edit different fields at the same time. */
export function changedFields(
  base: EditableFields,
  typed: EditableFields,
): { updates: Partial<EditableFields>; expected: Partial<EditableFields> } {
  const changed = FIELDS.filter((field) => base[field] !== typed[field])
  const pick = (from: EditableFields) =>
    Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<EditableFields>
  return { updates: pick(typed), expected: pick(base) }
}
