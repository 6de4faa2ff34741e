import { ChevronDown, X } from 'lucide-react'
import { classNames } from '../../shared/ui/class-names.ts'
import { inputClass } from '../../shared/ui/field.tsx'
import { FilterChip } from '../filter-chip.tsx'
import { SearchBox } from '../search-box.tsx'
import type { TransactionsView } from './transactions-view.ts'

type Props = {
  view: TransactionsView
  /** The name of the customer that the list is limited to, once a transaction of theirs has loaded. */
  customerName: string | undefined
  onChange: (changed: Partial<TransactionsView>) => void
}

/** All filters are in the URL, so that a filtered list can be bookmarked and shared. */
export function TransactionFilters({ view, customerName, onChange }: Props) {
  const { search, status, type, person } = view
  const hasFilters = search || status || type
  return (
    <search className="flex flex-wrap gap-2.5">
      <div className="flex min-w-full sm:min-w-72 sm:flex-1">
        <SearchBox
          label="Search by transaction ID"
          placeholder="Search by transaction ID"
          search={search}
          onSearch={(text) => onChange({ search: text })}
        />
      </div>
      <FilterSelect
        label="Status"
        all="All statuses"
        options={['Pending', 'Completed', 'Declined']}
        value={status}
        onChange={(value) => onChange({ status: value as TransactionsView['status'] })}
      />
      <FilterSelect
        label="Type"
        all="All types"
        options={['Deposit', 'Transfer']}
        value={type}
        onChange={(value) => onChange({ type: value as TransactionsView['type'] })}
      />
      {person && (
        <FilterChip onRemove={() => onChange({ person: undefined })}>
          {customerName ? `Customer: ${customerName}` : 'One customer'}
        </FilterChip>
      )}
      {hasFilters && (
        <button
          type="button"
          onClick={() => onChange({ search: '', status: undefined, type: undefined, person: undefined })}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-muted hover:bg-ink/6 hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
          Clear filters
        </button>
      )}
    </search>
  )
}

type FilterSelectProps = {
  label: string
  all: string
  options: string[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const FilterSelect = ({ label, all, options, value, onChange }: FilterSelectProps) => (
  <div className="relative min-w-34 flex-1 sm:w-44 sm:flex-none">
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      className={classNames(inputClass, 'h-11 appearance-none pr-10')}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
    <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4.5 text-muted" />
  </div>
)
