import { X } from 'lucide-react'
import type { GlAccount } from '#contract/books/gl-accounts.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { inputClass } from '../../../shared/ui/forms/field.tsx'
import { accountName } from '../chart/chart-query.ts'
import type { DraftLine, LineProblem } from './entry-draft.ts'

type Props = {
  number: number
  line: DraftLine
  accounts: readonly GlAccount[]
  problem: LineProblem | null
  onChange: (line: DraftLine) => void
  /** Absent: an entry has at least two lines. */
  onRemove?: (() => void) | undefined
}

/** An account and one of two sides. Typing into one side empties the other. */
export function LineFields({ number, line, accounts, problem, onChange, onRemove }: Props) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_9rem_9rem_2.75rem]">
      <legend className="sr-only">{t('Line {number}', { number })}</legend>
      <select
        aria-label={t('Account')}
        aria-invalid={problem === 'account' || undefined}
        autoComplete="off"
        value={line.account}
        onChange={(event) => onChange({ ...line, account: event.target.value })}
        className={classNames(inputClass, 'h-12 pe-2 max-sm:col-span-3')}
      >
        <option value="">{t('Choose an account')}</option>
        {accounts.map((account) => (
          <option key={account.code} value={account.code}>
            {joinTexts(' ', account.code, accountName(account))}
          </option>
        ))}
      </select>
      <SideField
        name={t('Debit||books')}
        value={line.debit}
        invalid={problem === 'debit' || problem === 'side'}
        onChange={(debit) => onChange({ ...line, debit, credit: '' })}
      />
      <SideField
        name={t('Credit||books')}
        value={line.credit}
        invalid={problem === 'credit' || problem === 'side'}
        onChange={(credit) => onChange({ ...line, credit, debit: '' })}
      />
      {onRemove && (
        <button
          type="button"
          aria-label={t('Remove line {number}', { number })}
          onClick={onRemove}
          className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      )}
    </fieldset>
  )
}

type SideProps = { name: Text; value: string; invalid: boolean; onChange: (text: string) => void }

const SideField = ({ name, value, invalid, onChange }: SideProps) => (
  <input
    aria-label={name}
    aria-invalid={invalid || undefined}
    placeholder={name}
    inputMode="decimal"
    autoComplete="off"
    maxLength={20}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={classNames(inputClass, 'figures h-12 text-end')}
  />
)
