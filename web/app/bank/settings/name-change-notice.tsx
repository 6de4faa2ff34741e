import type { NameChange } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { formatDay } from '../../shared/ui/figures/dates.ts'

/** What a verified customer has asked for, and what is missing. */
export const NameChangeNotice = ({ asked: { fullName, dob } }: { asked: NameChange }) => (
  <div role="status" className="grid gap-2 rounded-2xl bg-warning-soft p-4 text-ink wrap-anywhere">
    <p className="font-semibold">
      {dob
        ? t('You asked for: {name}, born {date}', { name: fullName, date: formatDay(`${dob}T12:00:00Z`) })
        : t('You asked for: {name}', { name: fullName })}
    </p>
    <p className="text-ink/80">
      {t(
        'Please send us a document that shows it. Until our team has decided, your verified name and date of birth stay.',
      )}
    </p>
    <ButtonLink to="/dashboard/verification" variant="secondary" className="justify-self-start">
      {t('Send a document')}
    </ButtonLink>
  </div>
)
