import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import type { StaffMember } from '#contract/office/staff.ts'
import { ROLE_NAMES } from '#contract/permissions.ts'
import { joinTexts } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../shared/session/permitted.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { useOpenByLink } from '../../shared/ui/page/use-open-by-link.ts'
import { OfficePage, panelClass } from '../layout/office-page.tsx'
import { formatDay } from '../parts/format-date.ts'
import { Cell, coversRow, Head, Row, Table, TableError, TableSkeleton } from '../parts/table-parts.tsx'
import { UserStatus } from '../parts/user-status.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { staffQuery } from './staff-query.ts'

/** Everybody who works here. Roles are confirmed, and access ends, on the page of the person. */
export default function StaffPage() {
  const { data, isError, isFetching, refetch } = useQuery(staffQuery)
  const mayInvite = useHasPermission('authority:change')
  const [inviting, setInviting] = useOpenByLink('invite')
  return (
    <OfficePage
      title={t('Staff||everybody')}
      beside={
        data && (
          <p className="figures text-muted">
            {t('{count, plural, one {# person} other {# people}}', { count: data.length })}
          </p>
        )
      }
      actions={
        mayInvite && (
          <Button onClick={() => setInviting(true)}>
            <UserPlus aria-hidden className="size-4.5" />
            {t('Invite a member of staff')}
          </Button>
        )
      }
    >
      <div className={classNames(panelClass, 'overflow-hidden')}>
        {data ? (
          <StaffTable members={data} />
        ) : isError ? (
          <TableError text={t('Failed to load the staff.')} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <TableSkeleton rows={6} />
        )}
      </div>
      <InviteDialog open={inviting && mayInvite} onClose={() => setInviting(false)} />
    </OfficePage>
  )
}

const StaffTable = ({ members }: { members: readonly StaffMember[] }) => (
  <Table
    label={t('Staff||everybody')}
    head={
      <>
        <Head>{t('Name')}</Head>
        <Head>{t('Email')}</Head>
        <Head>{t('Role')}</Head>
        <Head>{t('Given by')}</Head>
        <Head>{t('Status')}</Head>
      </>
    }
  >
    {members.map((member) => (
      <StaffRow key={member._id} member={member} />
    ))}
  </Table>
)

function StaffRow({ member }: { member: StaffMember }) {
  const { _id, fullName, email, role, status, appointment, hasPassword, hasSecondFactor } = member
  const waits = appointment !== null && appointment.confirmedAt === null
  return (
    <Row className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
      <Cell className="font-medium lg:max-w-64">
        <Link to={`/dashboard/user/${_id}`} className={classNames(coversRow, 'wrap-anywhere')}>
          {fullName}
        </Link>
        {!hasPassword && <p className="text-sm font-normal text-muted">{t('Invited, has not set a password yet')}</p>}
        {hasPassword && !hasSecondFactor && (
          <p className="flex items-center gap-1.5 text-sm font-normal text-warning">
            <ShieldAlert aria-hidden className="size-4 shrink-0" />
            {t('No second factor')}
          </p>
        )}
      </Cell>
      <Cell className="break-all text-muted max-lg:order-3 max-lg:text-sm lg:max-w-64">{email}</Cell>
      <Cell className="font-medium text-accent max-lg:order-2 max-lg:justify-self-end">{t(ROLE_NAMES[role])}</Cell>
      <Cell className="text-sm text-muted max-lg:order-5 max-lg:col-span-2">
        {appointment ? (
          <>
            <bdi>{joinTexts(', ', appointment.givenBy.fullName, appointment.proposedBy?.fullName)}</bdi>
            <p>{formatDay(appointment.givenAt)}</p>
          </>
        ) : (
          t('From the start')
        )}
        {waits && <p>{t('Waits for a third person')}</p>}
      </Cell>
      <Cell className="max-lg:order-4 max-lg:justify-self-end">
        <UserStatus status={status} />
      </Cell>
    </Row>
  )
}
