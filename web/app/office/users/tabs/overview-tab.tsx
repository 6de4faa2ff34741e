import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { formatDay } from '../../format-date.ts'
import type { PersonTabProps } from '../actions.ts'
import { Detail, DetailsList } from '../details-list.tsx'
import { SecuritySection } from '../security-section.tsx'

export function OverviewTab({ person, onAction }: PersonTabProps) {
  const { user } = person
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <DetailsList>
        <Detail name="Account number">
          <span className="figures">{user.accountNumber}</span>
          <CopyButton text={user.accountNumber} />
        </Detail>
        <Detail name="Mobile">{user.mobile}</Detail>
        {/* Noon: a bare date is parsed as midnight UTC, which is the day before in the Americas. */}
        <Detail name="Date of birth">{user.dob && formatDay(`${user.dob}T12:00`)}</Detail>
        <Detail name="Gender">{user.gender && <span className="capitalize">{user.gender}</span>}</Detail>
        <Detail name="Nationality">{user.nationality}</Detail>
        <Detail name="Registered">{formatDay(user.createdAt)}</Detail>
        <Detail name="Address" wide>
          {user.address}
        </Detail>
      </DetailsList>
      <SecuritySection person={person} onAction={onAction} />
    </div>
  )
}
