import { Archive, type LucideIcon, Snowflake } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../shared/i18n/i18n.ts'
import { Trans } from '../shared/i18n/trans.tsx'
import type { Content } from '../shared/ui/content.ts'
import { PendingNotice } from './pending-notice.tsx'

/** What the account's status means and what to do about it; nothing while it is Active. */
export function StandingNotice({ status }: Pick<User, 'status'>) {
  switch (status) {
    case 'Active':
      return null
    case 'Pending':
      return <PendingNotice />
    case 'Frozen':
      return (
        <Notice label={t('Account frozen')} icon={Snowflake} title={t('Your account is frozen.')}>
          <Trans
            text="<0>Contact support</0> to find out why and what to do. Until then you can receive money and see everything, but you can’t make transfers."
            parts={[supportLink]}
          />
        </Notice>
      )
    case 'Closed':
      return (
        <Notice label={t('Account closed')} icon={Archive} title={t('Your account is closed.')}>
          <Trans
            text="You can still see your past transactions. Payments in and out are no longer possible. <0>Contact support</0> if you need anything else."
            parts={[supportLink]}
          />
        </Notice>
      )
  }
}

type Props = { label: Text; icon: LucideIcon; title: Text; children: Content }

const Notice = ({ label, icon: Icon, title, children }: Props) => (
  <aside aria-label={label} className="flex gap-4 rounded-card bg-warning-soft p-5 text-ink">
    <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
    <div>
      <p className="font-semibold">{title}</p>
      <p className="text-ink/80">{children}</p>
    </div>
  </aside>
)

const supportLink = (children: Content) => (
  <Link to="/dashboard/support-user" className="font-medium text-ink underline underline-offset-4">
    {children}
  </Link>
)
