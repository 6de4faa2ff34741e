import { type FormEvent, type ReactNode, useId } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import type { Settings } from '#contract/settings.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { FormProblem } from '../../shared/ui/form-problem.tsx'
import { formatDateTime } from '../format-date.ts'
import { panelClass } from '../office-page.tsx'
import type { SettingsForm } from './settings-form.ts'

export type SectionProps = {
  form: SettingsForm
  stored: Settings
  problem: string | undefined
  lastChange: AuditEntry | undefined
  saving: boolean
  onSave: () => void
}

type Props = Omit<SectionProps, 'form' | 'stored'> & {
  /** The anchor that links point to. */
  id?: string
  title: string
  description: string
  /** Shown beside the save button. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** One settings form: title, fields, validation error, and who changed it last. */
export function SectionCard(props: Props) {
  const { id: anchor, title, description, problem, lastChange, saving, onSave, actions, className, children } = props
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
      <form noValidate onSubmit={save} className="grid gap-4">
        {children}
        <FormProblem id={`${id}-problem`}>{problem}</FormProblem>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" busy={saving}>
            {saving ? 'Saving' : 'Save'}
          </Button>
          {actions}
          <LastChange entry={lastChange} />
        </div>
      </form>
    </section>
  )
}

const LastChange = ({ entry }: { entry: AuditEntry | undefined }) => (
  <p className="figures ml-auto text-sm text-muted">
    {entry
      ? `Last changed by ${entry.actor?.fullName ?? 'the system'}, ${formatDateTime(entry.at)}`
      : 'Not changed yet'}
  </p>
)
