import { Link } from 'react-router'
import { t } from '../../../shared/i18n/i18n.ts'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'

type Props = { payment: { transactionId: string | null; reference: string } }

/** Leads to the transaction; a credit that goes back has none. */
export const PaymentReference = ({ payment: { transactionId, reference } }: Props) =>
  transactionId ? (
    <Link
      to={`/dashboard/all-transactions?transaction=${transactionId}`}
      className="font-medium text-accent underline-offset-4 hover:underline"
    >
      <LeftToRight>{reference}</LeftToRight>
    </Link>
  ) : (
    <span>
      <LeftToRight>{reference}</LeftToRight>
      <span className="block text-sm text-muted">{t('Returned credit')}</span>
    </span>
  )
