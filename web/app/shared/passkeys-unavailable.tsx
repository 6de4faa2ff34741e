import type { ReactNode } from 'react'
import { addressForPasskeys } from './api/passkeys.ts'

/** Says why passkeys can't be used here, and where they can. */
export function PasskeysUnavailable({ children }: { children?: ReactNode }) {
  const address = addressForPasskeys()
  return (
    <p className="text-[0.9375rem] text-muted">
      {children}{' '}
      {address ? (
        <>
          Passkeys are off at this address: browsers bind them to the bank’s own. Use them at{' '}
          <a href={address} className="font-semibold wrap-anywhere text-accent underline underline-offset-4">
            {new URL(address).host}
          </a>
          .
        </>
      ) : (
        'Passkeys don’t work in this browser. Try a current version of Chrome, Edge, Firefox or Safari.'
      )}
    </p>
  )
}
