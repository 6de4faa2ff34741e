import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { Avatar } from '../avatar.tsx'
import { cardClass } from '../page.tsx'
import { lastDigits, type PayeeDetails } from '../payees/payee-details.ts'
import { payeesQuery } from './payees.tsx'

const LIMIT = 4

/** Recent payees: choosing one opens the form with everything but the amount filled in. */
export function PayAgain({ onChoose }: { onChoose: (payee: PayeeDetails) => void }) {
  const { data = [] } = useQuery(payeesQuery)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="pay-again" className={classNames(cardClass, 'overflow-hidden pt-5 sm:pt-6')}>
      <h2 id="pay-again" className="px-5 pb-2 text-lg font-semibold sm:px-6">
        {t('Pay again')}
      </h2>
      <ul>
        {data.slice(0, LIMIT).map((payee) => (
          <li key={`${payee.accountNumber} ${payee.bankName}`} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => onChoose(payee)}
              className="flex min-h-16 w-full items-center gap-3 px-5 py-2.5 text-start transition-colors hover:bg-ink/3 focus-visible:-outline-offset-2 sm:px-6"
            >
              <Avatar fullName={payee.accountName} image="" />
              <span className="grid min-w-0 flex-1 grid-cols-1">
                <span className="truncate font-medium">{payee.accountName}</span>
                {/* A long bank name is cut, never the digits that tell accounts apart. */}
                <span className="figures flex gap-1 text-sm text-muted">
                  <span className="truncate">{payee.bankName}</span>
                  {verbatim(' ')}
                  <LeftToRight>{lastDigits(payee.accountNumber)}</LeftToRight>
                </span>
              </span>
              <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
