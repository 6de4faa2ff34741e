import type { FieldValues, Path } from 'react-hook-form'
import { ApiError } from './api/api-error.ts'
import type { Form } from './ui/forms/use-form.ts'

/** Shows the server's reasons at these fields of a form. False: the error is about something else. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  { setError }: Form<Values>,
  fields: readonly Path<Values>[],
): boolean {
  if (!(error instanceof ApiError) || error.fieldErrors.length === 0) return false
  const isShown = ({ path }: { path: string }) => (fields as readonly string[]).includes(path)
  if (!error.fieldErrors.every(isShown)) return false
  for (const { path, msg } of error.fieldErrors)
    setError(path as Path<Values>, { type: 'refused', message: msg }, { shouldFocus: true })
  return true
}
