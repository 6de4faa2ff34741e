import { type FormEvent, useId } from 'react'
import { Link } from 'react-router'
import type { Proposal } from '#contract/authority/proposals.ts'
import type { AuditEntry } from '#contract/office/audit.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { panelClass } from '../layout/office-page.tsx'
import { formatAgo } from '../parts/age.ts'
import { formatDateTime } from '../parts/format-date.ts'
import type { SettingsForm } from './settings-form.ts'

export type SectionProps = {
  form: SettingsForm
  stored: Settings
  problem: Text | undefined
  lastChange: AuditEntry | undefined
  saving: boolean
  /** A change of this section that waits for a second member of staff. */
  waiting: Proposal | undefined
  onSave: () => void
}

type Props = Omit<SectionProps, 'form' | 'stored'> & {
  /** The anchor that links point to. */
  id?: string
  title: Text
  description: Text
  /** Shown beside the save button. */
  actions?: Content
  className?: string
  children: Content
}

/** One settings form: title, fields, validation error, and who changed it last. */
export function SectionCard(props: Props) {
  const {
    id: anchor,
    title,
    description,
    problem,
    lastChange,
    saving,
    waiting,
    onSave,
    actions,
    className,
    children,
  } = props
  const id = useId()
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <section id={anchor} aria-labelledby={id} className={classNames(panelClass, 'p-5', className)}>
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mb-4 text-[0.9375rem] text-muted">{description}</p>
      {waiting && <WaitingNotice proposal={waiting} />}
      <form noValidate onSubmit={save} className="grid gap-4">
        {children}
        <FormProblem id={`${id}-problem`}>{problem}</FormProblem>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" busy={saving}>
            {saving ? t('Saving') : t('Save')}
          </Button>
          {actions}
          <LastChange entry={lastChange} />
        </div>
      </form>
    </section>
  )
}

const WaitingNotice = ({ proposal: { proposedBy, proposedAt } }: { proposal: Proposal }) => (
  <p className="mb-4 rounded-2xl bg-warning-soft px-4 py-3 text-[0.9375rem]">
    <Trans
      text="{name} proposed a change {ago}. It waits for a second member of staff. <0>View proposals</0>"
      parts={[
        (children) => (
          <Link to={OFFICE_PAGES.proposals.to} className="font-semibold text-accent underline-offset-4 hover:underline">
            {children}
          </Link>
        ),
      ]}
      values={{ name: proposedBy.fullName, ago: formatAgo(proposedAt) }}
    />
  </p>
)

const LastChange = ({ entry }: { entry: AuditEntry | undefined }) => (
  <p className="figures ms-auto text-sm text-muted">{entry ? describeChange(entry) : t('Not changed yet')}</p>
)

const describeChange = ({ actor, at }: AuditEntry) =>
  actor
    ? t('Last changed by {name}, {date}', { name: actor.fullName, date: formatDateTime(at) })
    : t('Last changed by the system, {date}', { date: formatDateTime(at) })
