import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { TransferPageState } from './payee-details.ts'

/** What another page filled in or chose. It is taken from the history entry once, so that a reload starts with an empty form. */
export function useGivenState(): NonNullable<TransferPageState> | undefined {
  const { state } = useLocation() as { state: TransferPageState }
  const [given] = useState(state?.prefill || state?.when ? state : undefined)
  const navigate = useNavigate()
  useEffect(() => {
    if (given) void navigate('.', { replace: true, state: null })
  }, [given, navigate])
  return given
}
