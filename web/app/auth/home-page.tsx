import { Navigate } from 'react-router'
import { SessionGate } from '../shared/session/session-gate.tsx'

/** Redirects a signed-in customer to the dashboard and a visitor to the landing page. */
export default function HomePage() {
  return <SessionGate redirectTo="/">{() => <Navigate to="/dashboard" replace />}</SessionGate>
}
