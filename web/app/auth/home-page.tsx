import { Navigate } from 'react-router'
import { SessionGate } from '../shared/session-gate.tsx'

/** Wherever home is: the dashboard for a signed-in person, the landing page for anyone else. */
export default function HomePage() {
  return <SessionGate redirectTo="/">{() => <Navigate to="/dashboard" replace />}</SessionGate>
}
