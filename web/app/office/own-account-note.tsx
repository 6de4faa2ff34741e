import { refusals } from '#contract/refusals.ts'

/** In place of the buttons, where the money is of the own account. */
export const OwnAccountNote = () => (
  <p className="text-sm text-muted">This is your own account. {refusals.own_account.message}</p>
)
