import { ApiKeysCard } from '../api-keys/api-keys-card.tsx'
import { LimitsCard } from './limits-card.tsx'

export function PaymentSettings() {
  return (
    <>
      <LimitsCard />
      <ApiKeysCard />
    </>
  )
}
