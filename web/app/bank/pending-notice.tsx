import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'

/** Explains why transfers are disabled and what is possible meanwhile. */
export function PendingNotice() {
  return (
    <aside aria-label="Verification" className="flex gap-4 rounded-card bg-warning-soft p-5 text-ink">
      <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div>
        <p className="font-semibold">Your account is awaiting verification.</p>
        <p className="text-ink/80">
          You can already <NoticeLink to="/dashboard/deposit">add money</NoticeLink>,{' '}
          <NoticeLink to="/dashboard/settings">complete your profile</NoticeLink> and{' '}
          <NoticeLink to="/dashboard/support-user">contact support</NoticeLink>. Transfers become available once we’ve
          verified you.
        </p>
      </div>
    </aside>
  )
}

const NoticeLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="font-medium text-ink underline underline-offset-4">
    {children}
  </Link>
)
