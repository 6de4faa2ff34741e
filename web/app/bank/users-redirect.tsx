import { Navigate } from 'react-router'

/** The user page is known under two addresses; one of them is home. */
export default function UsersRedirect() {
  return <Navigate to="/dashboard/user" replace />
}
