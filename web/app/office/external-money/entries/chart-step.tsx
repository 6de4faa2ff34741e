import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { t, translateText } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'
import { FourEyesNotice, useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import { chartQuery } from './entries-query.ts'
import { isOfChart, suggestAccount } from './suggest-account.ts'
import type { ChartBooking } from './use-entry-actions.ts'

type Props = {
  entry: BankStatementEntry
  busy: boolean
  /** The last request had no answer: only the same one may be sent again. */
  unknown: boolean
  onSend: (booking: ChartBooking) => void
  onBack: () => void
}

/** A fee, interest, a transfer between own accounts: which account of the chart it belongs to. */
export function ChartStep({ entry, busy, unknown, onSend, onBack }: Props) {
  const accounts = (useQuery(chartQuery).data ?? []).filter((account) => isOfChart(account, entry))
  const [chosen, setChosen] = useState<string | undefined>(entry.booking?.account)
  const [text, setText] = useState<string>(entry.booking?.text ?? entry.text.slice(0, 200))
  const [isTried, setTried] = useState(false)
  const account = chosen ?? suggestAccount(entry, accounts) ?? ''
  const needsSecond = useNeedsSecondAdmin(Math.abs(entry.amount)) && !entry.waitsFor
  const send = () => {
    setTried(true)
    if (account && text.trim()) onSend({ account, text: text.trim() })
  }
  return (
    <form
      className="grid max-h-[70vh] gap-3 overflow-y-auto"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <SelectField
        label={t('Account of the chart')}
        value={account}
        disabled={unknown || entry.waitsFor !== null}
        error={isTried && !account ? t('Please choose an account.') : undefined}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">{t('Choose an account')}</option>
        {accounts.map(({ code, name }) => (
          <option key={code} value={code}>
            {joinTexts(' ', verbatim(code), translateText(name))}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('Booking text')}
        autoComplete="off"
        maxLength={500}
        readOnly={unknown || entry.waitsFor !== null}
        error={isTried && !text.trim() ? t('Please enter a text.') : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {needsSecond && <FourEyesNotice />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {unknown ? t('Try again') : needsSecond ? t('Propose') : t('Book it')}
        </Button>
        <Button variant="quiet" disabled={busy || unknown} onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
    </form>
  )
}
