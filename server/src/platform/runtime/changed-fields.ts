export type ChangedFields<Fields> = { before: Partial<Fields>; after: Partial<Fields> }

/** The fields that differ, for the audit log. Null when none does. */
export function changedFields<Fields extends Record<string, unknown>>(
  before: Fields,
  after: Fields,
): ChangedFields<Fields> | null {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return null
  const pick = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<Fields>
  return { before: pick(before), after: pick(after) }
}
