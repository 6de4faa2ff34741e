import type { Account } from '#contract/customers/accounts.ts'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import { confirmationFileName } from '#contract/payments/receipt-files.ts'
import { DocumentButton } from '../../../../shared/files/document-button.tsx'
import { t } from '../../../../shared/i18n/i18n.ts'
import { CopyButton } from '../../../../shared/ui/copy-button.tsx'
import { LeftToRight } from '../../../../shared/ui/page/left-to-right.tsx'
import { formatDay } from '../../../parts/format-date.ts'
import { UserStatus } from '../../../parts/user-status.tsx'
import type { PersonTabProps } from '../../actions/actions.ts'
import { Detail, DetailsList } from '../details-list.tsx'

/** The main account, then savings accounts, the closed ones last. */
export function AccountsTab({ person: { user, accounts } }: PersonTabProps) {
  return (
    <div className="grid gap-6">
      {accounts.map((account) => (
        <AccountSection key={account._id} account={account} ownerId={user._id} />
      ))}
    </div>
  )
}

function AccountSection({ account, ownerId }: { account: Account; ownerId: string }) {
  const { _id, name, kind, number, balance, held, goal, status, openedAt } = account
  const isClosedSavings = kind === 'savings' && status === 'Closed'
  return (
    <section aria-labelledby={`account-${_id}`} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`account-${_id}`} className="text-lg font-semibold wrap-anywhere">
          {name}
        </h2>
        {kind === 'savings' && (
          <span className="rounded-full bg-sunken px-2.5 py-0.5 text-[0.8125rem] font-medium">{t('Savings')}</span>
        )}
        {isClosedSavings && <UserStatus status={status} />}
        <DocumentButton
          label={t('Confirmation of account')}
          className="sm:ms-auto"
          path={`/admin/users/${ownerId}/confirmation?accountId=${_id}`}
          fileName={confirmationFileName(number)}
        />
      </div>
      <DetailsList>
        <Detail name={t('Account number')}>
          <span className="figures">
            <LeftToRight>{number}</LeftToRight>
          </span>
          <CopyButton text={number} />
        </Detail>
        <Detail name={t('Opened')}>{formatDay(openedAt)}</Detail>
        <Detail name={t('Available')}>
          <span className="figures font-semibold">{formatMoney(balance)}</span>
        </Detail>
        <Detail name={t('On hold for pending transfers')}>
          <span className="figures">{formatMoney(held)}</span>
        </Detail>
        <Detail name={t('Booked balance')} wide={goal === undefined}>
          <span className="figures">{formatMoney(bookedAmount(account))}</span>
        </Detail>
        {goal !== undefined && (
          <Detail name={t('Goal')}>
            <span className="figures">{formatMoney(goal)}</span>
          </Detail>
        )}
      </DetailsList>
    </section>
  )
}

const bookedAmount = ({ balance, held }: Account) => toAmount((toCents(balance) ?? 0n) + (toCents(held) ?? 0n))
