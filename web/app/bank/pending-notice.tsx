import { Hourglass } from 'lucide-react'

/** Why transfers wait, and what can be done meanwhile. */
export function PendingNotice() {
  return (
    <aside aria-label="Verification" className="flex gap-4 rounded-card bg-warning-soft p-5 text-ink">
      <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div>
        <p className="font-semibold">Your account is awaiting verification.</p>
        <p className="text-ink/80">
          You can add money, complete your profile and write to support now. Transfers open once we have verified you.
        </p>
      </div>
    </aside>
  )
}
