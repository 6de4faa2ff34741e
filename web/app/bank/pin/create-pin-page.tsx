import { Navigate } from 'react-router'
import { t } from '../../shared/i18n/i18n.ts'
import { loadCatalogue } from '../../shared/i18n/load-catalogues.ts'
import { SessionGate } from '../../shared/session/session-gate.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { CreatePin } from './create-pin.tsx'

export const meta = () => privateMeta(t('Create your PIN'))
export const clientLoader = () => loadCatalogue('bank')

export default function CreatePinPage() {
  return (
    <SessionGate>
      {({ user }) =>
        user.hasPin || user.status === 'Closed' || user.accountNumber === '' ? (
          <Navigate to="/home" replace />
        ) : (
          <CreatePin />
        )
      }
    </SessionGate>
  )
}
