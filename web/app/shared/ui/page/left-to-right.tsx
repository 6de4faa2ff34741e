import { verbatim } from '#contract/text.ts'
import { currentDirection } from '../../i18n/i18n.ts'

/** An account number, IBAN, phone number or reference: in Arabic text its parts would change places. */
export const LeftToRight = ({ children }: { children: string }) =>
  currentDirection() === 'rtl' ? <bdi dir="ltr">{children}</bdi> : verbatim(children)
