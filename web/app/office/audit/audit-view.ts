import { type SavedView, toSavedQuery } from '../saved-filters/saved-filters-query.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/

export type AuditView = {
  /** The customer or administrator it was done to. */
  person?: string
  /** Who did it. */
  actor?: string
  action?: string
  from?: string
  to?: string
}

const id = (text: string | null) => (text && UUID.test(text) ? text.toLowerCase() : undefined)
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text)) && text >= '1900' && text < '3000'
const day = (text: string | null) => (text && isDay(text) ? text : undefined)

/** Users edit and share URLs: invalid parameters are ignored. */
export function readAuditView(params: URLSearchParams): AuditView {
  const view: AuditView = {
    person: id(params.get('person')),
    actor: id(params.get('actor')),
    action: params.get('action')?.slice(0, 100) || undefined,
    from: day(params.get('from')),
    to: day(params.get('to')),
  }
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined))
}

export function writeAuditView(view: AuditView): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) if (value) params.set(name, value)
  return params
}

export const savedAudit = (view: AuditView): SavedView => ({
  list: 'audit',
  query: toSavedQuery(view),
  open: (query) => {
    const opened = readAuditView(new URLSearchParams(query))
    return { search: writeAuditView(opened).toString(), query: toSavedQuery(opened) }
  },
})
