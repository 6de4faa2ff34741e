import type { User } from '#contract/customers/people.ts'
import type { Submission } from '#contract/identity/verification.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { panelClass } from '../layout/office-page.tsx'
import { formatDay } from '../parts/format-date.ts'

type Props = { user: User; asked: NonNullable<Submission['nameChange']> }

/** What a verified person wants to be called; what is different is marked. */
export function AskedName({ user, asked }: Props) {
  const fields: [name: Text, value: Text | '', isNew: boolean][] = [
    [t('Full name'), asked.fullName, asked.fullName !== user.fullName],
    [t('Date of birth'), asked.dob ? formatDay(`${asked.dob}T12:00:00Z`) : '', asked.dob !== user.dob],
  ]
  return (
    <section aria-label={t('What the customer asks for')} className={classNames(panelClass, 'grid gap-3 p-5')}>
      <h2 className="font-semibold">{t('What the customer asks for')}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {fields.map(([name, value, isNew]) => (
          <div key={name} className="contents">
            <dt className="text-sm leading-6 text-muted">{name}</dt>
            <dd className={classNames('text-[0.9375rem] wrap-anywhere', isNew && 'font-semibold')}>
              {value || <span className="text-muted">{t('Not given')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
