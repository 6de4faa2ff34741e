import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import type { PersonDetails } from '#contract/office/administration.ts'
import type { Text } from '#contract/text.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { LoadFailure } from '../../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { OfficePage } from '../../layout/office-page.tsx'
import { useTabInView } from '../../layout/use-tab-in-view.ts'
import { ActionDialog } from '../actions/action-dialog.tsx'
import type { PersonAction } from '../actions/actions.ts'
import { PersonHeader } from './person-header.tsx'
import { isUnknownPerson, personQuery } from './person-query.ts'
import { findTab, tabHref, tabsOf } from './person-tabs.ts'

/** One person: everything staff can see and do. The address can be sent to a colleague. */
export default function PersonPage() {
  const { id = '' } = useParams()
  const query = useQuery(personQuery(id))
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <BackToUsers />
      {query.data ? (
        <Person key={id} person={query.data} />
      ) : isUnknownPerson(query.error) ? (
        <UnknownPerson />
      ) : query.isError ? (
        <OfficePage title={t('User')}>
          <LoadFailure text={t('Failed to load the user.')} onRetry={query.refetch} busy={query.isFetching} />
        </OfficePage>
      ) : (
        <PersonSkeleton />
      )}
    </div>
  )
}

function Person({ person }: { person: PersonDetails }) {
  const { user } = person
  const [params] = useSearchParams()
  const tabs = tabsOf(user)
  const tab = findTab(tabs, params.get('tab'))
  const [action, setAction] = useState<PersonAction | null>(null)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      <PersonHeader user={user} tags={person.tags} erasure={person.erasure} onAction={setAction} />
      <PersonTabs tabs={tabs} current={tab.key} name={user.fullName} />
      <tab.Component person={person} onAction={setAction} />
      <ActionDialog
        action={action}
        person={person}
        onChange={(changed) =>
          queryClient.setQueryData(personQuery(user._id).queryKey, { ...person, user: { ...user, ...changed } })
        }
        onClose={() => setAction(null)}
      />
    </div>
  )
}

type TabsProps = { tabs: ReturnType<typeof tabsOf>; current: string; name: Text }

function PersonTabs({ tabs, current, name }: TabsProps) {
  const { state } = useLocation()
  const row = useTabInView(current)
  return (
    <nav
      ref={row}
      aria-label={t('Pages about {name}', { name })}
      className="relative flex min-w-0 gap-1 overflow-x-auto border-b border-line"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tabHref(tab)}
          state={state}
          preventScrollReset
          aria-current={tab.key === current ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center border-b-2 px-3 font-medium whitespace-nowrap focus-visible:-outline-offset-2',
            tab.key === current ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {t(tab.name)}
        </Link>
      ))}
    </nav>
  )
}

/** Back to the list as it was, with its search and page. */
function BackToUsers() {
  const { state } = useLocation() as { state: { list?: string } | null }
  return (
    <Link
      to={`/dashboard/user${state?.list ?? ''}`}
      className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-full text-sm font-medium text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4.5" />
      {t('All users')}
    </Link>
  )
}

const UnknownPerson = (): Content => (
  <OfficePage title={t('User not found')}>
    <p className="text-muted">{t('No user has this address. Check the link, or search for the user.')}</p>
    <ButtonLink to="/dashboard/user" variant="secondary" className="justify-self-start">
      {t('Search users')}
    </ButtonLink>
  </OfficePage>
)

const PersonSkeleton = () => (
  <div role="status" className="grid gap-5">
    <div className="flex flex-wrap justify-between gap-4">
      <Skeleton className="h-16 w-64" />
      <Skeleton className="h-16 w-40" />
    </div>
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-72 w-full rounded-card" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
