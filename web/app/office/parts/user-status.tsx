import type { StaffUser, User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { formatDateTime } from './format-date.ts'
import { USER_STATUS_NAMES } from './user-status-names.ts'

/** Green when Active, red otherwise. The shape of the dot repeats the meaning for people who do not see the color. */
export function UserStatus({ status, standing }: Pick<User, 'status'> & Partial<Pick<StaffUser, 'standing'>>) {
  return (
    <span
      title={standing ? describeStanding({ status, standing }) : undefined}
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium',
        status === 'Active' ? 'bg-positive-soft text-positive' : 'bg-negative-soft text-negative',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('size-1.5 bg-current', status === 'Active' ? 'rounded-full' : 'rotate-45 rounded-[1px]')}
      />
      {t(USER_STATUS_NAMES[status])}
    </span>
  )
}

type PersonWithStanding = Pick<User, 'status'> & { standing: NonNullable<StaffUser['standing']> }

const describeStanding = ({ status, standing: { reason, at, by } }: PersonWithStanding) =>
  t('{status} since {date} by {name}: {reason}', {
    status: t(USER_STATUS_NAMES[status]),
    date: formatDateTime(at),
    name: by.fullName,
    reason,
  })

/** Why the status was last changed, when and by whom; nothing where no reason was given. */
export function StandingReason({ status, standing }: Pick<StaffUser, 'status' | 'standing'>) {
  if (!standing) return null
  const { reason, at, by } = standing
  return (
    <p className="text-sm wrap-anywhere">
      <span className="block font-medium">{reason}</span>
      <span className="text-muted">
        {t('{status} since {date} by {name}', {
          status: t(USER_STATUS_NAMES[status]),
          date: formatDateTime(at),
          name: by.fullName,
        })}
      </span>
    </p>
  )
}
