/** What replaces a text that was erased. */
export const ERASED = '[erased]'

/** Words of the software and ids: they say what was done, not to whom. Every other text is taken out. */
const KEPT =
  /(?:Ids?|By|ByName|At|On|Date|Cents)$|^(?:status|role|kind|state|type|method|currency|pin|code|document|verification|ground)$/

/** JSON with the texts taken out that may be about the person: invariants need ids, states and amounts, which stay. */
export function redactJson(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return value === '' || KEPT.test(key) ? value : ERASED
  if (Array.isArray(value)) return value.map((item) => redactJson(item, key))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactJson(inner, name)]))
}

export const redactText = (json: string): string => JSON.stringify(redactJson(JSON.parse(json)))
