import type { AuditEntry } from '#contract/office/audit.ts'
import type { Section } from './settings-form.ts'
import { sectionOfField } from './settings-form.ts'

/** The last change of each section. Entries come newest first and name the fields that changed. */
export function lastChanges(entries: readonly AuditEntry[]): Partial<Record<Section, AuditEntry>> {
  const last: Partial<Record<Section, AuditEntry>> = {}
  for (const entry of entries)
    for (const field of Object.keys(entry.after)) {
      const section = sectionOfField(field)
      if (section) last[section] ??= entry
    }
  return last
}
