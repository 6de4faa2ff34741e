import { countryName } from '../../../../shared/countries.ts'
import { t } from '../../../../shared/i18n/i18n.ts'
import { CopyButton } from '../../../../shared/ui/copy-button.tsx'
import { LeftToRight } from '../../../../shared/ui/page/left-to-right.tsx'
import { formatDay } from '../../../parts/format-date.ts'
import { genderName } from '../../../parts/genders.ts'
import type { PersonTabProps } from '../../actions/actions.ts'
import { Detail, DetailsList } from '../details-list.tsx'
import { SecuritySection } from '../security-section.tsx'

export function OverviewTab({ person, onAction }: PersonTabProps) {
  const { user } = person
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <DetailsList>
        {user.accountNumber !== '' && (
          <Detail name={t('Account number')}>
            <span className="figures">
              <LeftToRight>{user.accountNumber}</LeftToRight>
            </span>
            <CopyButton text={user.accountNumber} />
          </Detail>
        )}
        <Detail name={t('Mobile')}>{user.mobile}</Detail>
        {/* Noon: a bare date is parsed as midnight UTC, which is the day before in the Americas. */}
        <Detail name={t('Date of birth')}>{user.dob && formatDay(`${user.dob}T12:00`)}</Detail>
        <Detail name={t('Gender')}>{user.gender && genderName(user.gender)}</Detail>
        <Detail name={t('Nationality')}>{user.nationality && countryName(user.nationality)}</Detail>
        <Detail name={t('Registered')}>{formatDay(user.createdAt)}</Detail>
        <Detail name={t('Address')} wide>
          <bdi>{user.address}</bdi>
        </Detail>
      </DetailsList>
      <SecuritySection person={person} onAction={onAction} />
    </div>
  )
}
