import { Link } from 'react-router'
import { classNames } from '../../shared/ui/class-names.ts'
import type { InboxFilters } from './inbox-filters.ts'

const ASSIGNED = [
  { value: 'all', name: 'All' },
  { value: 'mine', name: 'Mine' },
  { value: 'unassigned', name: 'Unassigned' },
] as const satisfies readonly { value: InboxFilters['assigned']; name: string }[]

const STATES = [
  { value: null, name: 'Any' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'open', name: 'Open' },
  { value: 'solved', name: 'Solved' },
] as const satisfies readonly { value: InboxFilters['state']; name: string }[]

type HrefOf = (changes: { assigned?: string | null; state?: string | null }) => string
type Props = { filters: InboxFilters; hrefOf: HrefOf }

/** Links, because the filters are part of the address. */
export function ConversationFilters({ filters, hrefOf }: Props) {
  return (
    <>
      <Choices
        label="Assigned to"
        choices={ASSIGNED.map(({ value, name }) => ({
          name,
          current: value === filters.assigned,
          to: hrefOf({ assigned: value === 'all' ? null : value }),
        }))}
      />
      <Choices
        label="State"
        choices={STATES.map(({ value, name }) => ({
          name,
          current: value === filters.state,
          to: hrefOf({ state: value }),
        }))}
      />
    </>
  )
}

type Choice = { name: string; current: boolean; to: string }

const Choices = ({ label, choices }: { label: string; choices: Choice[] }) => (
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
