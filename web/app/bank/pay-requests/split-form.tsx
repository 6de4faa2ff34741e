import { Plus, X } from 'lucide-react'
import { formatMoney, toAmount } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { formatNumber, t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { MAX_PEOPLE, type Share, type SplitStart, useSplit } from './use-split.ts'

type Props = { start: SplitStart | undefined; onMade: () => void }

/** One amount over several people: each gets a request of their own. */
export function SplitForm({ start, onMade }: Props) {
  const split = useSplit(start, onMade)
  const { bill, people, ownShare, problem, busy } = split
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        split.submit()
      }}
      className="grid gap-5"
    >
      <AmountField
        label={t('Total amount')}
        value={bill.totalText}
        disabled={busy}
        onChange={({ target }) => split.change({ totalText: target.value })}
      />
      <TextField
        label={t('What for')}
        hint={t('Each payer sees it, with their name.')}
        autoComplete="off"
        maxLength={36}
        value={bill.reference}
        disabled={busy}
        onChange={({ target }) => split.change({ reference: target.value })}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={bill.isSharing}
          disabled={busy}
          onChange={({ target }) => split.change({ isSharing: target.checked })}
        />
        <span>
          {ownShare === null
            ? t('I pay a share too')
            : t('I pay a share too: {amount}', { amount: formatMoney(toAmount(ownShare)) })}
        </span>
      </label>
      <ol className="grid gap-4">
        {people.map((person, place) => (
          <PersonFields
            key={person.key}
            person={person}
            number={place + 1}
            disabled={busy}
            onChange={(changed) => split.changePerson(person.key, changed)}
            {...(people.length > 1 ? { onRemove: () => split.remove(person.key) } : {})}
          />
        ))}
      </ol>
      {people.length < MAX_PEOPLE && (
        <Button variant="secondary" onClick={split.add} disabled={busy} className="justify-self-start">
          <Plus aria-hidden className="size-4.5" />
          {t('Add a person')}
        </Button>
      )}
      <FormProblem id="split-problem">{problem}</FormProblem>
      <Button type="submit" size="large" busy={busy}>
        {t('{count, plural, one {Create # request} other {Create # requests}}', {
          count: people.length,
        })}
      </Button>
    </form>
  )
}

type PersonProps = {
  person: Share
  number: number
  disabled: boolean
  onChange: (changed: Partial<Pick<Share, 'name' | 'amountText'>>) => void
  onRemove?: () => void
}

/** An amount of one's own stays; without one, the person gets an equal share of the rest. */
function PersonFields({ person, number, disabled, onChange, onRemove }: PersonProps) {
  const named: Text = t('Person {number}', { number: formatNumber(number) })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_9.5rem_auto]">
      <TextField
        label={named}
        autoComplete="off"
        maxLength={30}
        placeholder={t('Name')}
        value={person.name}
        disabled={disabled}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label={t('Amount')}
        autoComplete="off"
        inputMode="decimal"
        className="figures max-sm:order-last max-sm:col-span-2"
        placeholder={person.shareCents === null ? '' : toFieldText(toAmount(person.shareCents))}
        value={person.amountText}
        disabled={disabled}
        onChange={({ target }) => onChange({ amountText: target.value })}
      />
      {onRemove ? (
        <button
          type="button"
          onClick={onRemove}
          disabled={disabled}
          aria-label={t('Remove person {number}', { number: formatNumber(number) })}
          className="grid size-11 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      ) : (
        <span />
      )}
    </li>
  )
}
