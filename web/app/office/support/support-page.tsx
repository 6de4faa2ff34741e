import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Inbox } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { Conversation } from '../../shared/chat/conversation.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { bellQuery } from '../../shared/live/bell-query.ts'
import { userMay } from '../../shared/session/permitted.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { rowShortcuts } from '../keyboard/row-focus.ts'
import { useFocusGuard } from '../keyboard/use-focus-guard.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../layout/office-page.tsx'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { SearchBox } from '../parts/search-box.tsx'
import { OfficeSearch } from '../search/office-search.tsx'
import { AssigneeMenu } from './assignee-menu.tsx'
import { CannedRepliesMenu } from './canned-replies-menu.tsx'
import { ContactMessages } from './contact-messages.tsx'
import { ConversationFilters } from './conversation-filters.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationState } from './conversation-state.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { readFilters } from './inbox-filters.ts'
import { customerQuery } from './inbox-query.ts'
import { NewsletterSubscriptions } from './newsletter-subscriptions.tsx'
import { SolveButton } from './solve-button.tsx'
import { UnreadCount } from './unread-count.tsx'
import { useLiveInbox } from './use-live-inbox.ts'

const TABS = [
  { key: 'chats', name: msg('Chats'), counts: 'conversations' },
  { key: 'contact', name: msg('Contact'), counts: 'contact' },
  { key: 'newsletter', name: msg('Newsletter'), counts: 'newsletter' },
] as const

export default function SupportPage() {
  useFocusGuard()
  const [params] = useSearchParams()
  const tab = TABS.find(({ key }) => key === params.get('tab'))?.key ?? 'chats'
  const { data: bell } = useQuery(bellQuery)
  useLiveInbox()
  return (
    <OfficePage title={t('Admin Support')}>
      <OfficeSearch />
      <div className="-mt-1 flex items-center justify-between gap-3 border-b border-line">
        <nav aria-label={t('Inbox')} className="relative -mb-px flex min-w-0 gap-1 overflow-x-auto">
          {TABS.map(({ key, name, counts }) => (
            <Link
              key={key}
              to={key === 'chats' ? '?' : `?tab=${key}`}
              aria-current={key === tab ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center gap-2 border-b-2 px-2 font-medium max-[22.4rem]:gap-1 max-[22.4rem]:px-1 whitespace-nowrap focus-visible:-outline-offset-2',
                key === tab ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {t(name)}
              <UnreadCount count={bell?.office?.[counts] ?? 0} what={key === 'chats' ? 'waiting' : 'unread'} />
            </Link>
          ))}
        </nav>
      </div>
      {tab === 'chats' && <Chats />}
      {tab === 'contact' && <ContactMessages />}
      {tab === 'newsletter' && <NewsletterSubscriptions />}
    </OfficePage>
  )
}

function Chats() {
  const [params, setParams] = useSearchParams()
  const userId = params.get('user')
  const filters = readFilters(params)
  useShortcuts(rowShortcuts({ openId: userId ?? undefined }))
  const hrefWithParams = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
    return `?${next}`
  }
  return (
    <div
      className={classNames(
        panelClass,
        'grid h-[max(20rem,calc(100dvh-21.5rem))] grid-cols-1 overflow-hidden lg:h-[max(30rem,calc(100dvh-15.5rem))] md:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)_15rem]',
      )}
    >
      <div className={classNames('min-h-0 flex-col border-line md:flex md:border-e', userId ? 'hidden' : 'flex')}>
        <div className="grid gap-2 border-b border-line p-3">
          <SearchBox
            label={t('Search conversations')}
            placeholder={t('Name or email')}
            search={filters.search}
            onSearch={(text) =>
              setParams(new URLSearchParams(hrefWithParams({ search: text }).slice(1)), { replace: true })
            }
          />
          <ConversationFilters filters={filters} hrefOf={hrefWithParams} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ConversationList filters={filters} selectedId={userId} hrefOf={(user) => hrefWithParams({ user })} />
        </div>
      </div>
      {userId ? (
        <OpenConversation key={userId} userId={userId} backHref={hrefWithParams({ user: null })} />
      ) : (
        <NoConversation />
      )}
    </div>
  )
}

function OpenConversation({ userId, backHref }: { userId: string; backHref: string }) {
  const { data } = useQuery(customerQuery(userId))
  const me = useCurrentAdmin()
  const readOnly = whyReadOnly(me, userId)
  const [showsDetails, setShowsDetails] = useState(false)
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-col bg-paper">
        <div className="flex flex-wrap items-center gap-x-2 border-b border-line bg-surface px-3 py-2">
          <Link
            to={backHref}
            aria-label={t('All conversations')}
            className="grid size-11 place-items-center rounded-full hover:bg-ink/6 md:hidden"
          >
            <ArrowLeft aria-hidden className="size-5" />
          </Link>
          <div className="grid min-w-0 flex-1 px-1">
            <p className="truncate font-semibold">{data?.user.fullName ?? verbatim(' ')}</p>
            {data?.conversation && (
              <p className="flex min-h-5 text-[0.8125rem] text-muted">
                <ConversationState {...data.conversation} />
              </p>
            )}
          </div>
          {data?.conversation && (
            // In a narrow column a line of its own, so that the name is readable.
            <div className="flex min-w-0 items-center max-lg:order-last max-lg:w-full max-lg:justify-between">
              <AssigneeMenu conversation={data.conversation} readOnly={readOnly !== null} />
              {readOnly === null && <SolveButton conversation={data.conversation} />}
            </div>
          )}
          <button
            type="button"
            onClick={() => setShowsDetails(true)}
            className="min-h-11 rounded-full px-3 text-sm font-semibold text-accent hover:bg-accent-soft xl:hidden"
          >
            {t('Details')}
          </button>
          <Dialog open={showsDetails} onClose={() => setShowsDetails(false)} title={t('Customer details')}>
            <CustomerDetails userId={userId} />
          </Dialog>
        </div>
        <Conversation
          owner={userId}
          autoFocus={readOnly === null}
          readOnly={readOnly && <p className="border-t border-line bg-surface p-4 text-muted">{readOnly}</p>}
          cardHref={({ _id }) => `/dashboard/all-transactions?transaction=${_id}`}
          empty={<p>{t('No messages yet. The customer sees your message right away.')}</p>}
          tools={(insert, field) => <CannedRepliesMenu userId={userId} field={field} onChoose={insert} />}
          className="flex-1"
        />
      </div>
      <aside aria-label={t('Customer details')} className="hidden overflow-y-auto border-s border-line p-5 xl:block">
        <CustomerDetails userId={userId} />
      </aside>
    </>
  )
}

/** Why this member of staff can't act on the conversation; null: they can. */
function whyReadOnly(me: User, userId: string): Text | null {
  if (me._id === userId) return t('This is your own conversation. A colleague answers it.')
  return userMay(me, 'support:reply') ? null : t('You can read this conversation, and not reply.')
}

const NoConversation = () => (
  <div className="hidden place-content-center justify-items-center gap-3 bg-paper p-8 text-center text-muted md:grid xl:col-span-2">
    <Inbox aria-hidden className="size-9 text-accent" strokeWidth={1.5} />
    <p>{t('Select a conversation to read and reply.')}</p>
  </div>
)
