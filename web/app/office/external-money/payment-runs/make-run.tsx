import { useMutation, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { PaymentRunPreview, previewPaymentRun } from '#contract/external-money/payment-runs.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'
import { panelClass } from '../../layout/office-page.tsx'
import { externalAccountsQuery } from '../entries/entries-query.ts'
import { reconciliationQuery } from '../reconciliation/reconciliation-query.ts'
import { RunPreview } from './run-preview.tsx'

/** What a run would pay is shown first; the run is made of what was shown. */
export function MakeRun() {
  const accounts = useQuery(externalAccountsQuery).data ?? []
  const [accountId, setAccountId] = useState('')
  const [executeOn, setExecuteOn] = useState('')
  const [preview, setPreview] = useState<PaymentRunPreview | null>(null)
  const [isMissing, setMissing] = useState(false)
  const show = useMutation({
    mutationFn: () =>
      call<typeof previewPaymentRun>('POST', '/admin/payment-runs/preview', {
        body: { ...(accountId && { outsideAccountId: accountId }), ...(executeOn && { executeOn }) },
      }),
    onSuccess: setPreview,
    onError: (error) => showError(error),
  })
  const hasSeveral = accounts.length > 1
  const choose = (change: () => void) => {
    change()
    setMissing(false)
    setPreview(null)
  }
  const submit = () => {
    const missing = hasSeveral && !accountId
    setMissing(missing)
    if (!missing) show.mutate()
  }
  return (
    <>
      <section
        aria-labelledby="make-run"
        className={classNames(panelClass, 'flex flex-wrap items-start justify-between gap-x-8 gap-y-4 px-5 py-4')}
      >
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <h2 id="make-run" className="text-lg font-semibold">
            {t('Make a payment run')}
          </h2>
          <Waiting />
        </div>
        <div className="flex min-w-0 flex-wrap items-end gap-3 max-sm:w-full">
          {hasSeveral && (
            <SelectField
              label={t('Pay from')}
              value={accountId}
              error={isMissing ? t('Choose the account that pays.') : undefined}
              onChange={(event) => choose(() => setAccountId(event.target.value))}
              className="max-w-full min-w-56 max-sm:w-full"
            >
              <option value="">{t('Choose an account')}</option>
              {accounts.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            autoComplete="off"
            type="date"
            label={t('Pay on (empty: today)')}
            value={executeOn}
            onChange={(event) => choose(() => setExecuteOn(event.target.value))}
          />
          <Button busy={show.isPending} onClick={submit} className="min-h-12">
            {!show.isPending && <ListChecks aria-hidden className="size-4.5" />}
            {t('Preview the run')}
          </Button>
        </div>
      </section>
      {preview && <RunPreview preview={preview} onOutdated={() => show.mutate()} onClose={() => setPreview(null)} />}
    </>
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
        text="<0>{count, plural, one {# approved wire} other {# approved wires}}, {amount}</0> not sent yet, those in open runs and those withheld included."
        parts={[(children) => <span className="font-semibold text-ink">{children}</span>]}
        values={{ count: waiting.count, amount: <Amount amount={Math.abs(waiting.amount)} /> }}
      />
    </p>
  )
}
