import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { sampleAmount } from '#contract/money.ts'
import { PERIODS } from '#contract/periods.ts'
import type { Text } from '#contract/text.ts'
import type { TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { STATUS_NAMES, TYPE_NAMES } from '../../../shared/transaction-names.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { formatWholeMoney } from '../../../shared/ui/figures/format-rounded-money.ts'
import { inputClass } from '../../../shared/ui/forms/field.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { PERIOD_LABELS } from './date-presets.ts'
import { MoreFilters } from './more-filters.tsx'
import type { ChangeView, TransactionsView } from './transactions-view.ts'

type Props = { view: TransactionsView; customerName: Text | undefined; onChange: ChangeView; onSearch: ChangeView }

/** All filters are in the URL, so that a filtered list can be bookmarked and shared, and the back button undoes one. */
export function TransactionFilters({ view, customerName, onChange, onSearch }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <search className="grid grid-cols-1 gap-2.5">
      <div className="flex flex-wrap gap-2.5">
        <div className="flex min-w-full sm:min-w-72 sm:flex-1">
          <SearchBox
            label={t('Search transactions')}
            placeholder={t('ID, reference, payee or customer')}
            search={view.search}
            onSearch={(text) => onSearch({ search: text })}
          />
        </div>
        <FilterSelect
          label={t('Status')}
          all={t('All statuses')}
          options={STATUS_NAMES}
          value={view.status}
          onChange={(value) => onChange({ status: value as TransactionsView['status'] })}
        />
        <FilterSelect
          label={t('Type')}
          all={t('All types')}
          options={TYPE_NAMES}
          value={view.type}
          onChange={(value) => onChange({ type: value as TransactionsView['type'] })}
        />
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls={id}
          className="max-sm:flex-1"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden className="size-4.5" />
          {t('More filters')}
        </Button>
      </div>
      <div id={id} hidden={!open}>
        {open && <MoreFilters view={view} onChange={onChange} />}
      </div>
      <ActiveFilters view={view} customerName={customerName} onChange={onChange} />
    </search>
  )
}

/** In a currency with two decimals. */
const AMOUNT_PRESETS = [1_000, 10_000]

/** The usual questions in one press each; pressed again, a preset is removed. */
export function Presets({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  return (
    <fieldset className="-mx-1 flex min-w-0 flex-1 basis-full gap-1.5 overflow-x-auto px-1 py-0.5 [scrollbar-width:none] xl:basis-0">
      <legend className="sr-only">{t('Quick filters')}</legend>
      {PERIODS.map((period) => {
        const isOn = view.period === period
        const days = { period: isOn ? undefined : period, from: undefined, to: undefined }
        return (
          <Preset key={period} isOn={isOn} onClick={() => onChange(days)}>
            {t(PERIOD_LABELS[period])}
          </Preset>
        )
      })}
      <span aria-hidden="true" className="mx-1 w-px shrink-0 self-stretch bg-line" />
      {AMOUNT_PRESETS.map((least) => {
        const minAmount = String(sampleAmount(least))
        const isOn = view.minAmount === minAmount && view.maxAmount === undefined
        return (
          <Preset
            key={least}
            isOn={isOn}
            onClick={() => onChange({ minAmount: isOn ? undefined : minAmount, maxAmount: undefined })}
          >
            {t('From {amount}', { amount: formatWholeMoney(sampleAmount(least)) })}
          </Preset>
        )
      })}
    </fieldset>
  )
}

const Preset = ({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: Text }) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onClick}
    className="min-h-9 shrink-0 rounded-full border border-edge/60 bg-surface px-3 text-sm font-medium whitespace-nowrap hover:border-ink/60 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent max-sm:min-h-11"
  >
    {children}
  </button>
)

type FilterSelectProps = {
  label: Text
  all: Text
  options: Record<string, TextId>
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const FilterSelect = ({ label, all, options, value, onChange }: FilterSelectProps) => (
  <div className="relative min-w-34 flex-1 sm:w-40 sm:flex-none">
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      className={classNames(inputClass, 'h-11 appearance-none pe-10')}
    >
      <option value="">{all}</option>
      {Object.entries(options).map(([option, name]) => (
        <option key={option} value={option}>
          {t(name)}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-4.5 text-muted" />
  </div>
)
