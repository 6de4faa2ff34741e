import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Account } from '#contract/customers/accounts.ts'
import { CATEGORIES, CATEGORY_NAMES } from '#contract/payments/categories.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { inputClass, TextField } from '../../shared/ui/forms/field.tsx'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { useSearchInput } from '../../shared/ui/forms/use-search-input.ts'
import { useUrlParams } from '../../shared/ui/page/use-url-params.ts'
import { useAccounts } from '../accounts/accounts-query.ts'
import { cardClass } from '../page.tsx'
import { readFilters, writeFilter } from './filter-params.ts'
import type { TransactionFilters as Filters } from './transaction-queries.ts'

/** Filters are stored in the URL, so that a filtered list can be bookmarked and shared. */
export function TransactionFilters() {
  const [params, change] = useUrlParams()
  const [open, setOpen] = useState(false)
  const id = useId()
  const filters = readFilters(params)
  const accounts = useAccounts()
  const activeCount = Object.keys(filters).filter((name) => name !== 'search').length
  const setFilter: OnChange = (name, value) => change((current) => writeFilter(current, name, value))

  return (
    <search className={classNames(cardClass, 'grid gap-4 p-4 sm:p-5 print:hidden')}>
      <div className="flex gap-3">
        <SearchBox search={filters.search ?? ''} onSearch={(text) => setFilter('search', text)} />
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls={id}
          className="shrink-0 md:hidden"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden className="size-4.5" />
          {activeCount > 0 ? t('Filters ({activeCount})', { activeCount }) : t('Filters')}
        </Button>
      </div>
      <div
        id={id}
        className={classNames(
          'items-end gap-3 sm:grid-cols-2 md:grid',
          accounts.length > 1 ? 'xl:grid-cols-3' : 'xl:grid-cols-5',
          open ? 'grid' : 'hidden',
        )}
      >
        {accounts.length > 1 && (
          <SelectField
            label={t('Account')}
            value={filters.account ?? ''}
            onChange={(event) => setFilter('account', event.target.value)}
          >
            <option value="">{t('All accounts')}</option>
            {accounts.map((account) => (
              <option key={account._id} value={account._id}>
                {accountLabel(account)}
              </option>
            ))}
          </SelectField>
        )}
        <FilterFields filters={filters} onChange={setFilter} />
      </div>
      {(activeCount > 0 || filters.search) && (
        <Button
          variant="quiet"
          className="-ms-3 -my-1.5 justify-self-start px-3!"
          onClick={() => change(() => new URLSearchParams())}
        >
          <X aria-hidden className="size-4.5" />
          {t('Clear filters')}
        </Button>
      )}
    </search>
  )
}

/** The past of a closed account stays readable. */
const accountLabel = ({ name, kind, status }: Account) =>
  kind === 'savings' && status === 'Closed' ? t('{name} (closed)', { name }) : name

type OnChange = (name: keyof Filters, value: string) => void

function FilterFields({ filters, onChange }: { filters: Filters; onChange: OnChange }) {
  return (
    <>
      <SelectField
        label={t('Type')}
        value={filters.type ?? ''}
        onChange={(event) => onChange('type', event.target.value)}
      >
        <option value="">{t('All types')}</option>
        <option value="Deposit">{t('Deposit')}</option>
        <option value="Transfer">{t('Transfer')}</option>
      </SelectField>
      <SelectField
        label={t('Status')}
        value={filters.status ?? ''}
        onChange={(event) => onChange('status', event.target.value)}
      >
        <option value="">{t('All statuses')}</option>
        <option value="Pending">{t('Pending')}</option>
        <option value="Completed">{t('Completed')}</option>
        <option value="Declined">{t('Declined')}</option>
      </SelectField>
      <SelectField
        label={t('Categories')}
        value={filters.category ?? ''}
        onChange={(event) => onChange('category', event.target.value)}
      >
        <option value="">{t('All categories')}</option>
        {CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {t(CATEGORY_NAMES[category])}
          </option>
        ))}
        <option value="none">{t('No category')}</option>
      </SelectField>
      <TextField
        autoComplete="off"
        label={t('From')}
        type="date"
        max={filters.to}
        value={filters.from ?? ''}
        onChange={(event) => onChange('from', event.target.value)}
      />
      <TextField
        autoComplete="off"
        label={t('To')}
        type="date"
        min={filters.from}
        value={filters.to ?? ''}
        onChange={(event) => onChange('to', event.target.value)}
      />
    </>
  )
}

function SearchBox({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useSearchInput(search, onSearch)
  const id = useId()

  return (
    <div className="relative min-w-0 flex-1">
      <label htmlFor={id} className="sr-only">
        {t('Search transactions')}
      </label>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4.5 text-muted" />
      <input
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t('Name, amount, reference or note')}
        className={classNames(inputClass, 'h-12 ps-11')}
      />
    </div>
  )
}
