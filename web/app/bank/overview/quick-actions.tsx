import { ArrowLeftRight, HandCoins, type LucideIcon, Plus, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import type { AccountAction } from '../accounts/account-action.ts'
import { openSavings, useAccounts } from '../accounts/accounts-query.ts'

// The form loads when it is opened.
const AccountDialog = lazy(() =>
  import('../accounts/account-dialog.tsx').then((module) => ({ default: module.AccountDialog })),
)

/** What people come for. Who is frozen can only receive. */
export function QuickActions({ user }: { user: User }) {
  if (user.status === 'Closed') return null
  return (
    <ul className="flex gap-1 *:min-w-0 *:flex-1 sm:gap-3 sm:*:min-w-20 sm:*:flex-none">
      {user.status !== 'Frozen' && (
        <>
          <ActionLink to="/dashboard/send" icon={Send} isMain>
            {t('Send')}
          </ActionLink>
          <ActionLink to="/dashboard/request" icon={HandCoins}>
            {t('Request')}
          </ActionLink>
        </>
      )}
      <ActionLink to="/dashboard/deposit" icon={Plus}>
        <Trans text="Add<0> money</0>" parts={[(children) => <span className="sr-only">{children}</span>]} />
      </ActionLink>
      {user.status === 'Active' && <MoveAction user={user} />}
    </ul>
  )
}

/** Someone with one account is offered a second one. */
function MoveAction({ user }: { user: User }) {
  const [action, setAction] = useState<AccountAction | null>()
  const accounts = useAccounts()
  const [savings] = openSavings(accounts)
  // A main account has its person's id.
  const start = () => setAction(savings ? { kind: 'move', from: user._id, to: savings._id } : { kind: 'open' })
  return (
    <li>
      <button type="button" onClick={start} className={actionClass}>
        <ActionIcon icon={ArrowLeftRight} />
        {t('Move')}
      </button>
      {action !== undefined && (
        <Suspense>
          <AccountDialog action={action} accounts={accounts} onAction={setAction} />
        </Suspense>
      )}
    </li>
  )
}

const actionClass =
  'group grid w-full justify-items-center gap-2 rounded-2xl text-center text-sm font-medium max-[22.4rem]:text-[0.6875rem] max-[22.4rem]:tracking-tight'

type ActionLinkProps = { to: string; icon: LucideIcon; isMain?: boolean; children: Content }

const ActionLink = ({ to, icon, isMain, children }: ActionLinkProps) => (
  <li>
    <Link to={to} prefetch="intent" className={actionClass}>
      <ActionIcon icon={icon} isMain={isMain} />
      <span>{children}</span>
    </Link>
  </li>
)

const ActionIcon = ({ icon: Icon, isMain = false }: Pick<ActionLinkProps, 'icon' | 'isMain'>) => (
  <span
    className={classNames(
      'grid size-12 place-items-center rounded-full transition-colors',
      isMain
        ? 'bg-accent text-on-accent group-hover:bg-accent-strong'
        : 'bg-accent-soft text-accent group-hover:bg-accent/20',
    )}
  >
    <Icon aria-hidden className="size-5" />
  </span>
)
