import { Link } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import type { Text } from '#contract/text.ts'
import { countryName } from '../../shared/countries.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { panelClass } from '../layout/office-page.tsx'
import { formatDay } from '../parts/format-date.ts'
import { genderName } from '../parts/genders.ts'

/** What the documents must show: the person's own words. */
export function PersonData({ user }: { user: User }) {
  const fields: [name: Text, value: Text | ''][] = [
    [t('Full name'), user.fullName],
    [t('Date of birth'), user.dob ? formatDay(`${user.dob}T12:00:00Z`) : ''],
    [t('Address'), user.address],
    [t('Nationality'), countryName(user.nationality)],
    [t('Gender'), genderName(user.gender)],
    [t('Email'), user.emailConfirmed ? user.email : t('{email} (not confirmed)', { email: user.email })],
    [t('Mobile'), user.mobile],
    [t('Registered'), formatDay(user.createdAt)],
  ]
  return (
    <section aria-label={t('Customer')} className={classNames(panelClass, 'grid gap-3 p-5')}>
      <h2 className="font-semibold">{t('What the customer told us')}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {fields.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm leading-6 text-muted">{name}</dt>
            <dd className="text-[0.9375rem] wrap-anywhere">
              {value || <span className="text-muted">{t('Not given')}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Link
        to={`/dashboard/user/${user._id}`}
        className="justify-self-start text-[0.9375rem] font-semibold text-accent hover:underline"
      >
        {t('Open the customer’s page')}
      </Link>
    </section>
  )
}
