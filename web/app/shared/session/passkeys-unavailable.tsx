import { verbatim } from '#contract/text.ts'
import { addressForPasskeys } from '../api/passkeys.ts'
import { t } from '../i18n/i18n.ts'
import { Trans } from '../i18n/trans.tsx'
import type { Content } from '../ui/content.ts'

/** Says why passkeys can't be used here, and where they can. */
export function PasskeysUnavailable({ children }: { children?: Content }) {
  const address = addressForPasskeys()
  return (
    <p className="text-[0.9375rem] text-muted">
      {children}
      {verbatim(' ')}
      {address ? (
        <Trans
          text="Passkeys are off at this address: browsers bind them to the bank’s own. Use them at <0>{host}</0>."
          parts={[
            (children) => (
              <a href={address} className="font-semibold wrap-anywhere text-accent underline underline-offset-4">
                {children}
              </a>
            ),
          ]}
          values={{ host: verbatim(new URL(address).host) }}
        />
      ) : (
        t('Passkeys don’t work in this browser. Try a current version of Chrome, Edge, Firefox or Safari.')
      )}
    </p>
  )
}
