import { currentDirection } from '../i18n/i18n.ts'

/** Marks of direction, which `Intl` writes for Arabic text around it. */
const MARKS = /[\u061c\u200e\u200f]/g

/** An amount, account number, IBAN or reference: in Arabic text its parts and its minus sign would change places. */
export const LeftToRight = ({ children }: { children: string }) =>
  currentDirection() === 'rtl' ? <bdi dir="ltr">{children.replace(MARKS, '')}</bdi> : children
