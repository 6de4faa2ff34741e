import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { cardClass } from '../page.tsx'

const SEALS_ADDRESS = '/.well-known/openteller-seals.json'

export function WhatItProves() {
  return (
    <section aria-labelledby="what-it-proves" className={classNames(cardClass, 'grid gap-4 p-5 sm:p-6')}>
      <h2 id="what-it-proves" className="text-lg font-semibold">
        {t('What this proves, and what it does not')}
      </h2>
      <p>
        {t(
          'Every posting contains a fingerprint of the one before. If we changed, removed or inserted one, all later fingerprints would change. Every ten minutes a seal covers the latest fingerprint of every account that changed, and the seal before.',
        )}
      </p>
      <ul className="grid list-disc gap-2 ps-5 text-muted">
        <li>
          <Trans
            text="A bank could show different books to different people. Compare <0>the seals that we publish</0> with those that others see, or keep one: it must never change."
            parts={[
              (children) => (
                <a
                  href={SEALS_ADDRESS}
                  target="_blank"
                  rel="noreferrer"
                  className="font-medium text-ink underline underline-offset-4"
                >
                  {children}
                </a>
              ),
            ]}
          />
        </li>
        <li>{t('Postings after the latest seal of your account fit, but are not sealed yet.')}</li>
        <li>{t('It is about our books. Whether another bank credited a payment is in theirs.')}</li>
      </ul>
      <p className="text-muted">
        <Trans
          text="You don’t need to trust this page either. Download the proof and check it on another computer, without a network, with Openteller’s open source: <0>npm run verify:proof FILE</0>"
          parts={[(children) => <code className="text-ink wrap-anywhere">{children}</code>]}
        />
      </p>
    </section>
  )
}
