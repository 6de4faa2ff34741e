import { ApiKeysCard } from '../api-keys/api-keys-card.tsx'
import { LimitsCard } from './limits-card.tsx'

export default function PaymentSettingsPage() {
  return (
    <>
      <LimitsCard />
      <ApiKeysCard />
    </>
  )
}
