import { type FormEvent, type ReactNode, useId } from 'react'
import type { Act } from '#contract/audit.ts'
import type { Settings } from '#contract/settings.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { FormProblem } from '../../shared/ui/form-problem.tsx'
import { officeDate } from '../format-date.ts'
import { panelClass } from '../office-page.tsx'
import type { SettingsForm } from './settings-form.ts'

export type SectionProps = {
  form: SettingsForm
  stored: Settings
  problem: string | undefined
  lastChange: Act | undefined
  saving: boolean
  onSave: () => void
}

type Props = Omit<SectionProps, 'form' | 'stored'> & {
  /** Where a link leads to it. */
  id?: string
  title: string
  lead: string
  /** Beside the button that saves. */
  more?: ReactNode
  className?: string
  children: ReactNode
}

/** One form: what it is for, its fields, what is wrong, and who changed it last. */
export function SectionCard(props: Props) {
  const { id: anchor, title, lead, problem, lastChange, saving, onSave, more, className, children } = props
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
      <p className="mb-4 text-[0.9375rem] text-muted">{lead}</p>
      <form noValidate onSubmit={save} className="grid gap-4">
        {children}
        <FormProblem id={`${id}-problem`}>{problem}</FormProblem>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" busy={saving}>
            {saving ? 'Saving' : 'Save'}
          </Button>
          {more}
          <LastChange act={lastChange} />
        </div>
      </form>
    </section>
  )
}

const LastChange = ({ act }: { act: Act | undefined }) => (
  <p className="figures ml-auto text-sm text-muted">
    {act ? `Last changed by ${act.actor?.fullName ?? 'the bank'}, ${officeDate(act.at)}` : 'Not changed yet'}
  </p>
)
