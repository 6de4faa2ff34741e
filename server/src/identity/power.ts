import { hasPermission, isStaff, PERMISSIONS, type Permission } from '#contract/permissions.ts'
import type { Standing } from '../access/session.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

/** Whether a change gives permissions: by the role, or by making a member of staff Active again. */
export function gainsPower(before: Standing, after: Standing): boolean {
  const byRole = ALL.some(
    (permission) => hasPermission(after.role, permission) && !hasPermission(before.role, permission),
  )
  return byRole || (isStaff(after.role) && before.status !== 'Active' && after.status === 'Active')
}
