import type { UseQueryResult } from '@tanstack/react-query'
import { UserRoundPen } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { ListedUser } from '#contract/office/administration.ts'
import { ROLE_NAMES } from '#contract/permissions.ts'
import { verbatim } from '#contract/text.ts'
import type { Page } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Cell, coversRow, Head, Row, Table, TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { UserStatus } from '../../parts/user-status.tsx'
import { TagChips } from '../../tags/tag-chips.tsx'
import { rememberOpened, useReturnFocus } from '../actions/return-focus.ts'
import { isNarrowed, type UsersView } from './users-query.ts'

type Props = {
  query: UseQueryResult<Page<ListedUser[]>>
  /** The number of the first row. */
  firstNumber: number
  view: UsersView
}

export function UsersTable({ query, firstNumber, view }: Props) {
  useReturnFocus(query.data !== undefined)
  const { data, isError, isFetching, isPlaceholderData } = query
  if (!data && isError)
    return <TableError text={t('Failed to load users.')} onRetry={() => void query.refetch()} busy={isFetching} />
  if (!data) return <TableSkeleton rows={Math.min(view.pageSize, 10)} />
  if (data.items.length === 0)
    return isNarrowed(view) ? (
      <TableEmpty title={t('No users found')}>
        <p className="text-muted">
          {view.search
            ? t('No name, email address, phone or account number contains “{search}”.', {
                search: verbatim(view.search),
              })
            : t('Try another status, role or tag.')}
        </p>
      </TableEmpty>
    ) : (
      <TableEmpty title={t('No users on this page')} />
    )
  return (
    <Table
      label={t('Users')}
      busy={isPlaceholderData}
      head={
        <>
          <Head className="w-14">{verbatim('#')}</Head>
          <Head>{t('Name')}</Head>
          <Head>{t('Email')}</Head>
          <Head className="text-end">{t('Balance')}</Head>
          <Head className="ps-6">{t('Role')}</Head>
          <Head>{t('Status')}</Head>
          <Head className="w-16 text-end">
            <span className="sr-only">{t('Details')}</span>
          </Head>
        </>
      }
    >
      {data.items.map((user, index) => (
        <UserRow key={user._id} user={user} number={firstNumber + index} />
      ))}
    </Table>
  )
}

function UserRow({ user, number }: { user: ListedUser; number: number }) {
  const { search } = useLocation()
  return (
    <Row className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
      <Cell className="figures text-muted max-lg:hidden">{number}</Cell>
      <Cell className="font-medium lg:max-w-52">
        <span className="line-clamp-2 wrap-anywhere" title={user.fullName}>
          {user.fullName}
        </span>
        <TagChips tags={user.tags} />
      </Cell>
      <Cell className="break-all text-muted max-lg:order-3 max-lg:text-sm max-sm:text-[0.8125rem] lg:max-w-64">
        {user.email}
      </Cell>
      <Cell className="figures text-end font-medium whitespace-nowrap max-lg:order-2">{formatMoney(user.balance)}</Cell>
      {/* Cards show the role only of staff: nearly all users have the role User. */}
      <Cell
        className={
          user.role !== 'User'
            ? 'font-medium text-accent max-lg:order-5 max-lg:col-span-2 max-lg:text-sm lg:ps-6'
            : 'max-lg:hidden lg:ps-6'
        }
      >
        {t(ROLE_NAMES[user.role])}
      </Cell>
      <Cell className="max-lg:order-4 max-lg:justify-self-end">
        <UserStatus status={user.status} standing={user.standing} />
      </Cell>
      <Cell className="text-end max-lg:absolute max-lg:inset-0">
        <Link
          to={`/dashboard/user/${user._id}`}
          state={{ list: search }}
          prefetch="intent"
          data-row={user._id}
          aria-label={t('Details of {fullName}', { fullName: user.fullName })}
          onClick={() => rememberOpened(user._id)}
          className={classNames(
            coversRow,
            'inline-grid size-9 place-items-center rounded-full text-muted max-lg:size-full',
          )}
        >
          <UserRoundPen aria-hidden className="size-5 max-lg:hidden" />
        </Link>
      </Cell>
    </Row>
  )
}
