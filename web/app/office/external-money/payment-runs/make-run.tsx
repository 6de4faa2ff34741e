import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { createPaymentRun } from '#contract/external-money/payment-runs.ts'
import { verbatim } from '#contract/text.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'
import { panelClass } from '../../layout/office-page.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { externalAccountsQuery } from '../entries/entries-query.ts'
import { reconciliationQuery } from '../reconciliation/reconciliation-query.ts'

/** Collects what is approved into a run, and opens it. */
export function MakeRun() {
  const navigate = useNavigate()
  const accounts = useQuery(externalAccountsQuery).data ?? []
  const [accountId, setAccountId] = useState('')
  const { sending, unknown, submit, retry } = useIdempotentSubmission(
    (externalAccountId: string, idempotencyKey) =>
      call<typeof createPaymentRun>('POST', '/admin/payment-runs', {
        body: externalAccountId ? { outsideAccountId: externalAccountId } : {},
        idempotencyKey,
      }),
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
        if (error instanceof ApiError && error.code === 'nothing_to_pay') showToast({ message: error.message })
        else showError(error)
      },
    },
  )
  return (
    <section
      aria-labelledby="make-run"
      className={classNames(panelClass, 'flex flex-wrap items-end justify-between gap-x-8 gap-y-4 px-5 py-4')}
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1 self-center">
        <h2 id="make-run" className="text-lg font-semibold">
          {t('Make a payment run')}
        </h2>
        <Waiting />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        {accounts.length > 1 && (
          <SelectField
            label={t('Pay from')}
            value={accountId}
            disabled={unknown}
            onChange={(event) => setAccountId(event.target.value)}
            className="min-w-56"
          >
            <option value="">{accounts[0]?.name}</option>
            {accounts.slice(1).map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <Button busy={sending} onClick={() => (unknown ? retry() : submit(accountId))} className="min-h-12">
          {!sending && <Send aria-hidden className="size-4.5" />}
          {unknown ? t('Try again') : t('Make a run')}
        </Button>
      </div>
    </section>
  )
}

/** From the reconciliation: approved wires that no sent run has, those of open runs included. */
function Waiting() {
  const { data, isError } = useQuery(reconciliationQuery)
  if (isError) return <p className="text-muted">{t('Collects every approved wire that is in no run yet.')}</p>
  if (!data) return <p className="text-muted">{t('Counting what is waiting...')}</p>
  const waiting = data.clearing.items.find(({ kind }) => kind === 'transfer_not_sent')
  if (!waiting || waiting.count === 0) return <p className="text-muted">{t('Every approved wire has been sent.')}</p>
  return (
    <p className="figures text-muted">
      <Trans
        text="<0>{count, plural, one {# approved wire} other {# approved wires}}, {amount}</0> not sent yet, those in open runs included."
        parts={[(children) => <span className="font-semibold text-ink">{children}</span>]}
        values={{ count: waiting.count, amount: <Amount amount={Math.abs(waiting.amount)} /> }}
      />
    </p>
  )
}
