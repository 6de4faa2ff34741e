import { Eraser, MessageCircle, Minus, Pencil, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import type { StaffUser } from '#contract/customers/people.ts'
import { formatMoney } from '#contract/money.ts'
import type { Erasure } from '#contract/office/erasure.ts'
import { ROLE_NAMES } from '#contract/permissions.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button, ButtonLink } from '../../../shared/ui/button.tsx'
import { StandingReason, UserStatus } from '../../parts/user-status.tsx'
import { TagEditor } from '../../tags/tag-editor.tsx'
import type { PersonAction } from '../actions/actions.ts'
import { useAllowedActions } from '../actions/allowed-actions.ts'
import { ErasedNote } from '../actions/erase-form.tsx'
import { StandingButton } from '../actions/standing-form.tsx'

type Props = {
  user: StaffUser
  tags: readonly string[]
  erasure: Erasure | null
  onAction: (action: PersonAction) => void
}

/** Who it is, how much money, and what can be done. Above every tab. */
export function PersonHeader({ user, tags, erasure, onAction }: Props) {
  const heading = useFocusedHeading()
  const { isOwn, may } = useAllowedActions(user)
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="grid min-w-0 gap-1.5">
          <h1
            ref={heading}
            tabIndex={-1}
            className="display text-[clamp(1.6rem,3vw,2rem)] wrap-anywhere rounded-lg outline-none"
          >
            {user.fullName}
          </h1>
          <p className="break-all text-muted">{user.email}</p>
          <p className="flex flex-wrap items-center gap-2">
            <UserStatus status={user.status} />
            <span className="rounded-full bg-sunken px-2.5 py-0.5 text-[0.8125rem] font-medium">
              {t(ROLE_NAMES[user.role])}
            </span>
          </p>
        </div>
        {user.accountNumber === '' ? (
          <p className="text-sm text-muted">{t('Staff, without a bank account')}</p>
        ) : (
          <div className="text-end max-sm:text-start">
            <p className="text-sm text-muted">{t('Balance')}</p>
            <p className="display figures text-3xl break-all">{formatMoney(user.balance)}</p>
            {user.held > 0 && (
              <p className="figures text-sm text-muted">{t('{held} on hold', { held: formatMoney(user.held) })}</p>
            )}
          </div>
        )}
      </div>
      <StandingReason status={user.status} standing={user.standing} />
      {!erasure && <TagEditor subject="person" subjectId={user._id} personId={user._id} tags={tags} />}
      <div className="flex flex-wrap gap-2">
        {may('fund') && (
          <Button onClick={() => onAction('fund')}>
            <Plus aria-hidden className="size-4.5" />
            {t('Fund')}
          </Button>
        )}
        {may('debit') && (
          <Button variant="secondary" onClick={() => onAction('debit')}>
            <Minus aria-hidden className="size-4.5" />
            {t('Debit')}
          </Button>
        )}
        {may('edit') && (
          <Button variant="secondary" onClick={() => onAction('edit')}>
            <Pencil aria-hidden className="size-4.5" />
            {t('Edit')}
          </Button>
        )}
        {may('erase') && !erasure && (
          <Button variant="secondary" onClick={() => onAction('erase')}>
            <Eraser aria-hidden className="size-4.5" />
            {t('Erase')}
          </Button>
        )}
        {may('standing') && <StandingButton user={user} onAction={onAction} />}
        {!isOwn && !erasure && (
          <ButtonLink variant="secondary" to={`/dashboard/support?user=${user._id}`}>
            <MessageCircle aria-hidden className="size-4.5" />
            {t('Chat')}
          </ButtonLink>
        )}
      </div>
      <ErasedNote erasure={erasure} />
      {isOwn && (
        <p className="rounded-2xl bg-sunken px-4 py-3">
          {t(
            'This is your own account. Another member of staff must fund, debit or secure it, and change email, role and status.',
          )}
        </p>
      )}
    </header>
  )
}

/** A click on a link opened this page: the heading takes the focus, so that screen readers read whose page it is. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  // Of the navigation that opened the page, not of a later change of the tab.
  const openedBy = useRef(useNavigationType())
  useEffect(() => {
    if (openedBy.current === 'PUSH') heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
