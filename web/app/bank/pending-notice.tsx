import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '../shared/i18n/i18n.ts'
import { Trans } from '../shared/i18n/trans.tsx'
import type { Content } from '../shared/ui/content.ts'

/** Explains why transfers are disabled and what is possible meanwhile. */
export function PendingNotice() {
  return (
    <aside aria-label={t('Verification')} className="flex gap-4 rounded-card bg-warning-soft p-5 text-ink">
      <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div>
        <p className="font-semibold">{t('Your account is awaiting verification.')}</p>
        <p className="text-ink/80">
          <Trans
            text="You can already <0>add money</0>, <1>complete your profile</1> and <2>contact support</2>. Transfers become available once we’ve verified you."
            parts={[
              (children) => <NoticeLink to="/dashboard/deposit">{children}</NoticeLink>,
              (children) => <NoticeLink to="/dashboard/settings">{children}</NoticeLink>,
              (children) => <NoticeLink to="/dashboard/support-user">{children}</NoticeLink>,
            ]}
          />
        </p>
      </div>
    </aside>
  )
}

const NoticeLink = ({ to, children }: { to: string; children: Content }) => (
  <Link to={to} className="font-medium text-ink underline underline-offset-4">
    {children}
  </Link>
)
