import { CircleQuestionMark } from 'lucide-react'
import type { UnclearedDeposit } from '#contract/external-money/bank-statements.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { DepositSummary } from '../../parts/deposit-summary.tsx'

/** The deposit may be money that was credited already: staff compare, and say that it is other money or decline it. */
export const DepositDoubt = ({ deposits }: { deposits: readonly UnclearedDeposit[] }) => (
  <section role="alert" className="grid gap-3 rounded-2xl bg-warning-soft px-4 py-3">
    <p className="flex gap-3 font-medium">
      <CircleQuestionMark aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      {t('The customer may have this money already. Compare, and decline this deposit if it is the same.')}
    </p>
    <ul className="grid max-h-48 gap-2 overflow-y-auto">
      {deposits.map((deposit) => (
        <li key={deposit.transactionId} className="rounded-2xl border border-line bg-surface px-4 py-3">
          <DepositSummary deposit={deposit} />
        </li>
      ))}
    </ul>
  </section>
)
