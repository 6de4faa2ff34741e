import { Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { createPaymentRun, PaymentRunPreview } from '#contract/external-money/payment-runs.ts'
import { formatMoney } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { dayText } from '../layout/day-text.ts'
import { PanelSection } from '../layout/panel-section.tsx'
import { Fact, Facts } from './facts.tsx'
import { PaymentTable } from './payment-table.tsx'
import { WithheldTable } from './withheld-table.tsx'

type Props = { preview: PaymentRunPreview; onOutdated: () => void; onClose: () => void }

/** Everything that the run will contain, and what it leaves out. */
export function RunPreview({ preview, onOutdated, onClose }: Props) {
  const navigate = useNavigate()
  const start = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each preview
  useEffect(() => start.current?.focus(), [preview._id])
  const { sending, unknown, submit, retry } = useIdempotentSubmission(
    (_: null, idempotencyKey) =>
      call<typeof createPaymentRun>('POST', '/admin/payment-runs', { body: { preview: preview._id }, idempotencyKey }),
    {
      onDone: ({ _id, number, count }) => {
        showToast({
          message: t('Run {number} has {count, plural, one {# payment} other {# payments}}', {
            number: verbatim(String(number)),
            count,
          }),
        })
        void reloadOffice()
        void navigate(`/dashboard/outside/payment-runs/${_id}`)
      },
      onUnknown: (error) => showError(error),
      onRefused: (error) => {
        showError(error)
        if (error instanceof ApiError && error.code === 'changed') onOutdated()
      },
    },
  )
  const { account, executeOn, count, total, payments, withheld } = preview
  return (
    <div ref={start} tabIndex={-1} className="grid min-w-0 grid-cols-1 gap-4 outline-none">
      <PanelSection title={t('Preview')}>
        <Facts>
          <Fact name={t('Total')}>
            <Amount amount={total} className="font-display text-2xl whitespace-nowrap" />
          </Fact>
          <Fact name={t('Payments')}>
            <span className="figures font-display text-2xl">{count}</span>
          </Fact>
          <Fact name={t('Pay from')}>
            {account.name}
            <span className="figures block text-sm text-muted">
              <LeftToRight>{account.number}</LeftToRight>
            </span>
          </Fact>
          <Fact name={t('Pay on')}>
            <span className="figures">{dayText(executeOn)}</span>
          </Fact>
        </Facts>
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-4">
          {count > 0 ? (
            <Button busy={sending} onClick={() => (unknown ? retry() : submit(null))}>
              {!sending && <Send aria-hidden className="size-4.5" />}
              {unknown ? t('Try again') : t('Make this run: {amount}', { amount: formatMoney(total) })}
            </Button>
          ) : (
            <p className="text-muted">{t('There is nothing to pay now.')}</p>
          )}
          <Button variant="quiet" disabled={sending} onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </PanelSection>
      {withheld.length > 0 && (
        <PanelSection title={t('Withheld: not in this run')} beside={verbatim(String(withheld.length))}>
          <WithheldTable withheld={withheld} />
        </PanelSection>
      )}
      {count > 0 && (
        <PanelSection title={t('Payments')} beside={verbatim(String(count))}>
          <PaymentTable payments={payments} />
        </PanelSection>
      )}
    </div>
  )
}
