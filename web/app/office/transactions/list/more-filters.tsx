import { moneySymbol, sampleAmount, toAmount } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { formatLocale, t } from '../../../shared/i18n/i18n.ts'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { parseAmountCents, toFieldText } from '../../../shared/ui/forms/parse-amount.ts'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'
import { useSearchInput } from '../../../shared/ui/forms/use-search-input.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { TagFilter } from '../../tags/tag-filter.tsx'
import { RISK_TEXTS } from '../decision/risk-flags.tsx'
import { METHOD_LABELS } from './method-labels.ts'
import type { ChangeView, TransactionsView } from './transactions-view.ts'

type Props = { view: TransactionsView; onChange: ChangeView }

/** The exact ranges, for questions that no preset answers. Days are days of the bank. */
export function MoreFilters({ view, onChange }: Props) {
  const { method, from, to, minAmount, maxAmount } = view
  const isReversed = minAmount !== undefined && maxAmount !== undefined && Number(minAmount) > Number(maxAmount)
  return (
    <div className={`${panelClass} grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4`}>
      <SelectField
        label={t('Method')}
        value={method ?? ''}
        onChange={(event) => onChange({ method: (event.target.value || undefined) as TransactionsView['method'] })}
      >
        <option value="">{t('All methods')}</option>
        {Object.entries(METHOD_LABELS).map(([name, label]) => (
          <option key={name} value={name}>
            {t(label)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('Risk flag')}
        value={view.flag ?? ''}
        onChange={(event) => onChange({ flag: (event.target.value || undefined) as TransactionsView['flag'] })}
      >
        <option value="">{t('Any or none')}</option>
        {Object.entries(RISK_TEXTS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {t(label)}
          </option>
        ))}
      </SelectField>
      <AmountField label={t('Amount from')} value={minAmount} onChange={(value) => onChange({ minAmount: value })} />
      <AmountField
        label={t('Amount up to')}
        value={maxAmount}
        error={isReversed ? t('Below the amount from.') : undefined}
        onChange={(value) => onChange({ maxAmount: value })}
      />
      <DayField
        label={t('From')}
        max={to}
        value={from}
        onChange={(value) => onChange({ from: value, period: undefined })}
      />
      <DayField
        label={t('To')}
        min={from}
        value={to}
        onChange={(value) => onChange({ to: value, period: undefined })}
      />
      <div className="grid content-start gap-1.5">
        <span aria-hidden="true" className="text-[0.9375rem] font-medium">
          {t('Tag')}
        </span>
        <TagFilter tag={view.tag} onChange={(tag) => onChange({ tag })} className="[&_input]:h-12" />
      </div>
    </div>
  )
}

type FieldProps = { label: Text; value: string | undefined; onChange: (value: string | undefined) => void }

/** '1,000', '$1000' and '1000.5' are amounts; '0' is none, and neither is what can't be read. */
const readAmount = (text: string): string | null => {
  if (text === '') return ''
  const cents = parseAmountCents(text)
  return cents === null ? null : String(toAmount(cents))
}

const showAmount = (amount: string) => amount && Number(amount).toLocaleString(formatLocale(), { useGrouping: false })

/** '10.0' searches for '10', and stays '10.0' in the field: '10.05' may follow. */
const toSearch = (text: string) => {
  const amount = readAmount(text.trim())
  return amount === null ? text.trim() : showAmount(amount)
}

function AmountField({ label, value = '', error, onChange }: FieldProps & { error?: Text | undefined }) {
  const onSearch = (search: string) => {
    const amount = readAmount(search)
    if (amount !== null) onChange(amount || undefined)
  }
  const [text, setText] = useSearchInput(showAmount(value), onSearch, toSearch)
  const isUnreadable = readAmount(text.trim()) === null
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={moneySymbol()}
      value={text}
      error={
        isUnreadable ? t('Enter an amount, as 1000 or {example}.', { example: toFieldText(sampleAmount(99.5)) }) : error
      }
      onChange={(event) => setText(event.target.value)}
    />
  )
}

const DayField = ({ label, value, onChange, ...bounds }: FieldProps & { min?: string; max?: string }) => (
  <TextField
    autoComplete="off"
    label={label}
    type="date"
    {...bounds}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value || undefined)}
  />
)
