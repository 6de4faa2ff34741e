import type { User } from '#contract/customers/people.ts'
import { hasPermission, isStaff, type Permission } from '#contract/permissions.ts'
import { useSession } from '../api/session.ts'
import type { Content } from '../ui/content.ts'

type Standing = Pick<User, 'role' | 'status'>

/** As the server decides: staff who are not Active have no permission. */
export const isActiveStaff = ({ role, status }: Standing) => isStaff(role) && status === 'Active'
export const userMay = ({ role, status }: Standing, permission: Permission) =>
  status === 'Active' && hasPermission(role, permission)

/** Whether the signed-in person has the permission. Only decides what is shown: the server checks every call. */
export function useHasPermission(permission: Permission): boolean {
  const session = useSession()
  return session.state === 'signedIn' && userMay(session.user, permission)
}

/** Shows its children to those who have the permission. */
export function Permitted({ permission, children }: { permission: Permission; children: Content }) {
  return useHasPermission(permission) ? children : null
}
