import { Navigate } from 'react-router'

/** /dashboard/users is an alias of /dashboard/user. */
export default function UsersRedirect() {
  return <Navigate to="/dashboard/user" replace />
}
