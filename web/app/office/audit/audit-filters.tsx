import type { AuditEntry } from '#contract/office/audit.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { FilterChip } from '../parts/filter-chip.tsx'
import type { AuditView } from './audit-view.ts'
import { ACTION_LABELS, actionLabel } from './describe-entry.ts'

type Props = { view: AuditView; entries: readonly AuditEntry[]; onChange: (changed: AuditView) => void }

/** Filters by action and date; actor and customer are set by clicking a name in the table. */
export function AuditFilters({ view, entries, onChange }: Props) {
  const { action, from, to, actor, person } = view
  const known = Object.keys(ACTION_LABELS)
  const actorName = entries.find((entry) => entry.actor?._id === actor)?.actor?.fullName
  const personName = entries.find((entry) => entry.subject?._id === person)?.subject?.fullName
  return (
    <search className="grid gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(10.75rem,1fr)_minmax(10.75rem,1fr)]">
        <SelectField
          label={t('Action')}
          className="max-sm:col-span-full"
          value={action ?? ''}
          onChange={(event) => onChange({ action: event.target.value || undefined })}
        >
          <option value="">{t('All actions')}</option>
          {action && !known.includes(action) && <option value={action}>{verbatim(action)}</option>}
          {known.map((name) => (
            <option key={name} value={name}>
              {actionLabel(name)}
            </option>
          ))}
        </SelectField>
        <TextField
          autoComplete="off"
          label={t('From')}
          type="date"
          max={to}
          value={from ?? ''}
          onChange={(event) => onChange({ from: event.target.value || undefined })}
        />
        <TextField
          autoComplete="off"
          label={t('To')}
          type="date"
          min={from}
          value={to ?? ''}
          onChange={(event) => onChange({ to: event.target.value || undefined })}
        />
      </div>
      {(actor || person) && (
        <div className="flex flex-wrap gap-2">
          {actor && (
            <FilterChip onRemove={() => onChange({ actor: undefined })}>
              {actorName ? t('By {name}', { name: actorName }) : t('By one member of staff')}
            </FilterChip>
          )}
          {person && (
            <FilterChip onRemove={() => onChange({ person: undefined })}>
              {personName ? t('User: {name}', { name: personName }) : t('User: one user')}
            </FilterChip>
          )}
        </div>
      )}
    </search>
  )
}
