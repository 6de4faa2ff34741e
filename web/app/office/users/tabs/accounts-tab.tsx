import { formatDollars } from '#contract/money.ts'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { formatDay } from '../../format-date.ts'
import type { PersonTabProps } from '../actions.ts'
import { Detail, DetailsList } from '../details-list.tsx'

/** Everybody has one account, with the number that the person gives to others. */
export function AccountsTab({ person: { user } }: PersonTabProps) {
  return (
    <section aria-labelledby="main-account" className="grid gap-3">
      <h2 id="main-account" className="text-lg font-semibold">
        Main account
      </h2>
      <DetailsList>
        <Detail name="Account number">
          <span className="figures">{user.accountNumber}</span>
          <CopyButton text={user.accountNumber} />
        </Detail>
        <Detail name="Opened">{formatDay(user.createdAt)}</Detail>
        <Detail name="Available">
          <span className="figures font-semibold">{formatDollars(user.balance)}</span>
        </Detail>
        <Detail name="On hold for pending transfers">
          <span className="figures">{formatDollars(user.held)}</span>
        </Detail>
        <Detail name="Booked balance" wide>
          <span className="figures">{formatDollars(user.balance + user.held)}</span>
        </Detail>
      </DetailsList>
    </section>
  )
}
