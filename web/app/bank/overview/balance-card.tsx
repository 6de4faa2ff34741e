import { Clock, Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { Link } from 'react-router'
import type { Stats, User } from '#contract/customers/people.ts'
import { formatMoney } from '#contract/money.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { formatDate, formatLocale, t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { institution } from '../../shared/institution.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { ShareButton } from '../../shared/ui/share-button.tsx'
import { cardClass } from '../page.tsx'
import { QuickActions } from './quick-actions.tsx'

export function BalanceCard({ user, stats }: { user: User; stats: Stats }) {
  const hidden = useAmountsHidden()
  const today = formatDate(new Date(), { dateStyle: 'long' })
  return (
    <section
      aria-labelledby="balance"
      className={classNames(cardClass, 'grid content-between gap-6 p-5 sm:px-6 sm:py-7')}
    >
      <div>
        <h2 id="balance" className="text-lg font-semibold">
          {t('My Balance')}
        </h2>
        <p className="text-muted">{today}</p>
      </div>
      <div className="grid gap-3">
        {/* A hidden balance always has the same size, so that it does not reveal a million. */}
        <HideableAmount
          amount={user.balance}
          className={classNames('display break-all', fontSizeClass(hidden ? 0 : user.balance))}
        />
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1.5 text-[0.9375rem] text-muted">
          <Increase stats={stats} />
          {user.held > 0 && <Held amount={user.held} />}
        </p>
      </div>
      <QuickActions user={user} />
      <div className="border-t border-line pt-5">
        <p className="text-sm text-muted">{t('Account number')}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:has-[[data-share]]:*:first:w-full">
          <span className="figures text-lg font-medium">
            <LeftToRight>{user.accountNumber}</LeftToRight>
          </span>
          <CopyButton text={user.accountNumber} what={t('Account number')} />
          <ShareButton
            title={t('Account details')}
            text={joinTexts(
              '\n',
              user.fullName,
              institution.name,
              joinTexts(': ', t('Account number'), user.accountNumber),
            )}
          >
            {t('Share')}
          </ShareButton>
          <Link
            to="/dashboard/statements"
            className="inline-flex min-h-11 items-center rounded-full text-[0.9375rem] font-semibold text-accent hover:underline"
          >
            {t('Statements')}
          </Link>
          {user.status !== 'Closed' && user.status !== 'Frozen' && (
            <ButtonLink to="/dashboard/transfer" variant="secondary" className="ms-auto">
              {t('Transfer')}
            </ButtonLink>
          )}
        </p>
      </div>
    </section>
  )
}

/** '$12,480.55'; other languages write the same amount in up to 14 characters, as '12 480,55 $US'. */
const SHORT_AMOUNT = 10

/** Long amounts and those of a million or more get a smaller font, so that they fit on one line of a phone. */
function fontSizeClass(amount: number): string {
  if (amount >= 1e6) return 'text-[clamp(1.5rem,7.6vw,4.25rem)]'
  return formatMoney(amount).length > SHORT_AMOUNT
    ? 'text-[clamp(1.875rem,8vw,4.25rem)]'
    : 'text-[clamp(2.5rem,8vw,4.25rem)]'
}

/** Says what is compared: some days with a month, or with none at all. */
function Increase({ stats }: { stats: Stats }) {
  const percentage = stats.increasePercentage.deposits
  const [Icon, tone] =
    percentage === 0
      ? [Minus, 'text-muted']
      : percentage < 0
        ? [TrendingDown, 'text-warning']
        : [TrendingUp, 'text-positive']
  return (
    <span className="flex items-start gap-1.5">
      <Icon aria-hidden className={classNames('mt-0.5 size-4.5 shrink-0', tone)} />
      <span>
        <Trans
          text={
            stats.lastMonth.deposits === 0
              ? msg('<0>{change}</0> deposits this month so far, none last month')
              : msg('<0>{change}</0> deposits this month so far vs all of last month')
          }
          parts={[(children) => <span className="figures font-medium text-ink">{children}</span>]}
          values={{ change: percentText(percentage) }}
        />
      </span>
    </span>
  )
}

const percentText = (percentage: number) =>
  verbatim(
    (percentage / 100).toLocaleString(formatLocale(), {
      style: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 1,
      useGrouping: false,
    }),
  )

const Held = ({ amount }: { amount: number }) => (
  <span className="flex items-start gap-1.5">
    <Clock aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warning" />
    <span>
      <Trans
        text="<0/> held by pending transfers"
        parts={[() => <HideableAmount amount={amount} className="figures font-medium text-ink" />]}
      />
    </span>
  </span>
)
