import type { Act } from '#contract/audit.ts'
import type { Section } from './settings-form.ts'
import { sectionOf } from './settings-form.ts'

/** Acts come newest first, and name the fields that changed: the first that names a section's is its last change. */
export function lastChanges(acts: readonly Act[]): Partial<Record<Section, Act>> {
  const last: Partial<Record<Section, Act>> = {}
  for (const act of acts)
    for (const field of Object.keys(act.after)) {
      const section = sectionOf(field)
      if (section) last[section] ??= act
    }
  return last
}
