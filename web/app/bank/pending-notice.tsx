import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'

/** Why transfers wait, and what can be done meanwhile. */
export function PendingNotice() {
  return (
    <aside aria-label="Verification" className="flex gap-4 rounded-card bg-warning-soft p-5 text-ink">
      <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div>
        <p className="font-semibold">Your account is awaiting verification.</p>
        <p className="text-ink/80">
          You can <Way to="/dashboard/deposit">add money</Way>,{' '}
          <Way to="/dashboard/settings">complete your profile</Way> and{' '}
          <Way to="/dashboard/support-user">write to support</Way> now. Transfers open once we have verified you.
        </p>
      </div>
    </aside>
  )
}

const Way = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="font-medium text-ink underline underline-offset-4">
    {children}
  </Link>
)
