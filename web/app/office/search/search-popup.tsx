import { Autocomplete } from '@base-ui/react/autocomplete'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { FoundEntry, FoundPerson, FoundTransaction } from '#contract/office/office-search.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_GROUPS, type OfficePage } from '../../shared/office-pages.ts'
import { TYPE_NAMES } from '../../shared/transaction-names.ts'
import { StatusBadge } from '../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../shared/ui/figures/amount.tsx'
import { STATE_NAMES } from '../external-money/entries/entry-state.tsx'
import { dayText } from '../external-money/layout/day-text.ts'
import { formatDay } from '../parts/format-date.ts'
import { UserStatus } from '../parts/user-status.tsx'
import type { SearchGroup, SearchItem } from './search-query.ts'

type Props = {
  q: string
  state: 'loading' | 'failed' | 'loaded'
  hasResults: boolean
  onRetry: () => void
  /** A result was opened. */
  onOpen: () => void
}

export function SearchPopup({ q, state, hasResults, onRetry, onOpen }: Props) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner sideOffset={6} align="start" className="z-45 outline-none">
        <Autocomplete.Popup className="max-h-[min(var(--available-height),34rem)] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-2xl border border-line bg-surface shadow-lifted">
          <Autocomplete.Status className="block px-4 py-3 text-muted empty:hidden">
            {state === 'loading' && t('Searching…')}
            {state === 'failed' && <span className="text-negative">{t('The search failed.')}</span>}
            {state === 'loaded' && !hasResults && <Nothing q={q} />}
          </Autocomplete.Status>
          {state === 'failed' && (
            <button
              type="button"
              onClick={onRetry}
              className="mx-2 mb-2 min-h-11 rounded-full px-3 font-semibold text-accent hover:bg-accent-soft"
            >
              {t('Try again')}
            </button>
          )}
          <Autocomplete.List className="p-1.5 empty:hidden">
            {(group: SearchGroup) => (
              <Autocomplete.Group key={group.name} items={group.items} className="block">
                <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-sm font-medium text-muted">
                  {group.name}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(item: SearchItem) => <Result key={item.key} item={item} onOpen={onOpen} />}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}

const Nothing = ({ q }: { q: string }) => (
  <span className="wrap-anywhere">
    {t('Nothing found for “{q}”. Try a name, email, number, amount, reference, or the name of a page.', {
      q: verbatim(q),
    })}
  </span>
)

function Result({ item, onOpen }: { item: SearchItem } & Pick<Props, 'onOpen'>) {
  return (
    <Autocomplete.Item
      value={item}
      render={<Link to={item.href} />}
      onClick={onOpen}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-xl px-3 py-2 outline-none data-highlighted:bg-accent-soft"
    >
      {item.kind === 'page' && <PageName page={item.page} />}
      {item.kind === 'action' && <span className="col-span-2 truncate font-medium">{t(item.name)}</span>}
      {item.kind === 'entry' && <Entry entry={item.entry} />}
      {item.kind === 'person' && <Person person={item.person} />}
      {item.kind === 'transaction' && <Transaction transaction={item.transaction} />}
      {item.kind === 'all' && (
        <span className="col-span-2 inline-flex items-center gap-2 font-medium text-accent">
          {item.text}
          <ArrowRight aria-hidden className="size-4" />
        </span>
      )}
    </Autocomplete.Item>
  )
}

const Person = ({ person: { fullName, email, mobile, accountNumber, status } }: { person: FoundPerson }) => (
  <>
    <span className="truncate font-medium">{fullName}</span>
    <UserStatus status={status} />
    <Details texts={[email, accountNumber, mobile]} />
  </>
)

const Transaction = ({ transaction }: { transaction: FoundTransaction }) => {
  const { user, counterparty, type, amount, status, createdAt, reference } = transaction
  return (
    <>
      <span className="truncate font-medium">
        {counterparty
          ? joinTexts(' – ', user.fullName, counterparty)
          : joinTexts(', ', user.fullName, t(TYPE_NAMES[type]))}
      </span>
      <Amount amount={amount} signed className="font-semibold" />
      <span className="col-span-2 flex flex-wrap items-center justify-between gap-x-4">
        <Details texts={[reference, formatDay(createdAt)]} />
        <StatusBadge status={status} />
      </span>
    </>
  )
}

const PageName = ({ page: { name, group, icon: Icon } }: { page: OfficePage }) => (
  <>
    <span className="flex min-w-0 items-center gap-3 font-medium">
      <Icon aria-hidden className="size-4.5 shrink-0 text-muted" strokeWidth={1.9} />
      <span className="truncate">{t(name)}</span>
    </span>
    <span className="text-sm text-muted">{t(OFFICE_GROUPS[group])}</span>
  </>
)

const Entry = ({ entry: { counterpartyName, text, amount, account, bookedOn, state } }: { entry: FoundEntry }) => (
  <>
    <span className="truncate font-medium">{counterpartyName ?? (text || t('Without name'))}</span>
    <Amount amount={amount} signed className="font-semibold" />
    <Details texts={[dayText(bookedOn), account, t(STATE_NAMES[state])]} />
  </>
)

/** Each stays on a line of its own, unless it is longer than the list is wide. */
const Details = ({ texts }: { texts: Text[] }) => (
  <span className="figures col-span-2 flex flex-wrap gap-x-4 text-sm text-muted">
    {texts.filter(Boolean).map((text) => (
      <span key={text} className="wrap-anywhere">
        {text}
      </span>
    ))}
  </span>
)
