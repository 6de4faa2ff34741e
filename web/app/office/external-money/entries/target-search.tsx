import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FoundPerson, FoundTransaction } from '#contract/office/office-search.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { TYPE_NAMES } from '../../../shared/transaction-names.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { StatusBadge } from '../../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { formatDay } from '../../parts/format-date.ts'
import { UserStatus } from '../../parts/user-status.tsx'
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH, searchQuery } from '../../search/search-query.ts'
import { useSettled } from '../../search/use-settled.ts'

export type Target = { transactionId: string } | { userId: string }

type Props = {
  /** A credit may become a deposit of a person; a debit is always a transfer that was sent. */
  allowsPeople: boolean
  disabled: boolean
  onChoose: (target: Target) => void
}

/** Finds the person or transaction that no suggestion names. */
export function TargetSearch({ allowsPeople, disabled, onChoose }: Props) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const q = useSettled(text.trim())
  const query = useQuery(searchQuery(q))
  const isSearching = q.length >= MIN_SEARCH_LENGTH
  const people = allowsPeople ? (query.data?.people ?? []) : []
  const transactions = (query.data?.transactions ?? []).filter(({ type }) => (type === 'Deposit') === allowsPeople)
  return (
    <div className="grid gap-2">
      <TextField
        ref={field}
        label={allowsPeople ? t('Find a person or a deposit') : t('Find a transfer')}
        placeholder={t('Name, account number, reference…')}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="status" className="text-sm text-muted empty:hidden">
        {isSearching && query.isPending && t('Searching…')}
        {isSearching && query.isError && t('The search failed. Change the text to try again.')}
        {isSearching && query.data && people.length + transactions.length === 0 && t('Nothing found.')}
      </div>
      {isSearching && people.length + transactions.length > 0 && (
        <ul aria-label={t('Found')} className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {transactions.map((transaction) => (
            <li key={transaction._id} className="bg-surface px-4 py-2.5">
              <TransactionResult
                transaction={transaction}
                disabled={disabled}
                onChoose={() => onChoose({ transactionId: transaction._id })}
              />
            </li>
          ))}
          {people.map((person) => (
            <li key={person._id} className="bg-surface px-4 py-2.5">
              <PersonResult person={person} disabled={disabled} onChoose={() => onChoose({ userId: person._id })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ResultProps = { disabled: boolean; onChoose: () => void }

const PersonResult = ({ person, disabled, onChoose }: ResultProps & { person: FoundPerson }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <div className="min-w-0 flex-1 basis-52">
      <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        {person.fullName}
        {verbatim(' ')}
        <UserStatus status={person.status} />
      </p>
      <p className="figures text-sm wrap-anywhere text-muted">
        {person.email}
        {verbatim(' · ')}
        <LeftToRight>{person.accountNumber}</LeftToRight>
      </p>
    </div>
    <Button variant="secondary" disabled={disabled} onClick={onChoose}>
      <Trans
        text="Assign<0> to {fullName}</0>"
        parts={[(children) => <span className="sr-only">{children}</span>]}
        values={{ fullName: person.fullName }}
      />
    </Button>
  </div>
)

const TransactionResult = ({ transaction, disabled, onChoose }: ResultProps & { transaction: FoundTransaction }) => {
  const { user, counterparty, type, amount, status, reference, createdAt } = transaction
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {counterparty
            ? joinTexts(' – ', user.fullName, counterparty)
            : joinTexts(', ', user.fullName, t(TYPE_NAMES[type]))}
          <StatusBadge status={status} />
        </p>
        <p className="figures text-sm text-muted">
          <Amount amount={amount} />
          {verbatim(' · ')}
          <LeftToRight>{reference}</LeftToRight>
          {verbatim(' · ')}
          {formatDay(createdAt)}
        </p>
      </div>
      <Button variant="secondary" disabled={disabled} onClick={onChoose}>
        <Trans
          text="Match<0> with {reference}</0>"
          parts={[(children) => <span className="sr-only">{children}</span>]}
          values={{ reference }}
        />
      </Button>
    </div>
  )
}
