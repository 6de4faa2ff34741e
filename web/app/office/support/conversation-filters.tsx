import { Link } from 'react-router'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { InboxFilters } from './inbox-filters.ts'

const ASSIGNED = [
  { value: 'all', name: msg('All') },
  { value: 'mine', name: msg('Mine') },
  { value: 'unassigned', name: msg('Unassigned') },
] as const satisfies readonly { value: InboxFilters['assigned']; name: TextId }[]

const STATES = [
  { value: null, name: msg('Any') },
  { value: 'waiting', name: msg('Waiting') },
  { value: 'open', name: msg('Open') },
  { value: 'solved', name: msg('Solved') },
] as const satisfies readonly { value: InboxFilters['state']; name: TextId }[]

type HrefOf = (changes: { assigned?: string | null; state?: string | null }) => string
type Props = { filters: InboxFilters; hrefOf: HrefOf }

/** Links, because the filters are part of the address. */
export function ConversationFilters({ filters, hrefOf }: Props) {
  return (
    <>
      <Choices
        label={t('Assigned to')}
        choices={ASSIGNED.map(({ value, name }) => ({
          name: t(name),
          current: value === filters.assigned,
          to: hrefOf({ assigned: value === 'all' ? null : value }),
        }))}
      />
      <Choices
        label={t('State')}
        choices={STATES.map(({ value, name }) => ({
          name: t(name),
          current: value === filters.state,
          to: hrefOf({ state: value }),
        }))}
      />
    </>
  )
}

type Choice = { name: Text; current: boolean; to: string }

const Choices = ({ label, choices }: { label: Text; choices: Choice[] }) => (
  <nav aria-label={label} className="flex gap-0.5 rounded-full bg-sunken p-0.5">
    {choices.map(({ name, current, to }) => (
      <Link
        key={name}
        to={to}
        replace
        preventScrollReset
        aria-current={current ? 'true' : undefined}
        className={classNames(
          'inline-flex min-h-8 flex-auto items-center justify-center rounded-full px-2 text-[0.8125rem] font-medium whitespace-nowrap pointer-coarse:min-h-11',
          current ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
        )}
      >
        {name}
      </Link>
    ))}
  </nav>
)
