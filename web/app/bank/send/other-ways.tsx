import { Link } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'

/** What is near sending: the full form of a wire transfer, and lists about payments. */
export const OtherWays = ({ user }: { user: User }) => (
  <nav aria-label={t('More about payments')} className="flex flex-wrap gap-x-6 gap-y-1 px-1">
    <Link to="/dashboard/transfer" className={linkClass}>
      {t('Wire Transfer')}
    </Link>
    <Link to="/dashboard/orders" className={linkClass}>
      {t('Scheduled payments')}
    </Link>
    <Link to="/dashboard/payees" className={linkClass}>
      {t('Payees')}
    </Link>
    {user.status !== 'Closed' && (
      <Link to="/dashboard/request" className={linkClass}>
        {t('Request money')}
      </Link>
    )}
  </nav>
)

const linkClass =
  'inline-flex min-h-11 items-center rounded-full text-[0.9375rem] font-semibold text-accent hover:underline'
