import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { institution } from '../../shared/institution.ts'

const parts = [
  {
    title: msg('What “genuine” means'),
    text: [
      msg('We issued exactly this file, on the date shown, and not a single byte has changed since.'),
      msg(
        'Your browser computes the file’s fingerprint and checks our signature with our public key. That signature can’t be made without our private key.',
      ),
    ],
  },
  {
    title: msg('What it doesn’t prove'),
    text: [
      msg(
        'It doesn’t prove that the person who shows it to you is the account holder, or that the figures are still true today.',
      ),
      msg('A number on paper proves only that a document with this number exists. Compare the paper with the file.'),
    ],
  },
  {
    title: msg('If it’s not genuine'),
    text: [
      msg('Ask for the original file. A scan, a photo, or a file that was saved again has another fingerprint.'),
      msg('Don’t pay, ship, or hand over keys because of it. Contact us if you think that someone forged it.'),
    ],
  },
]

export function Meaning() {
  return (
    <section aria-label={t('What the result means')} className="border-t border-line bg-surface">
      <div className="measure grid gap-x-12 gap-y-10 py-16 md:grid-cols-3 lg:py-20">
        {parts.map(({ title, text }) => (
          <div key={title} className="grid content-start gap-3 border-t-2 border-ink pt-6">
            <h2 className="display text-2xl">{t(title)}</h2>
            {text.map((paragraph) => (
              <p key={paragraph} className="leading-relaxed text-muted">
                {t(paragraph)}
              </p>
            ))}
          </div>
        ))}
        <p className="text-muted md:col-span-3">
          <Trans
            text="For developers: {name}’s keys are at <0>/.well-known/openteller-keys.json</0>, and <1>GET /api/verify/…</1> takes a SHA-256 or a document number."
            parts={[
              (children) => (
                <a href="/.well-known/openteller-keys.json" className="text-accent underline underline-offset-4">
                  {children}
                </a>
              ),
              (children) => <code>{children}</code>,
            ]}
            values={{ name: institution.name }}
          />
        </p>
      </div>
    </section>
  )
}
