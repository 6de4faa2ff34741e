import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { listDemoLogins } from '#contract/http/demo.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../shared/api/call.ts'
import { t } from '../shared/i18n/i18n.ts'
import { Trans } from '../shared/i18n/trans.tsx'
import { isDemo } from '../shared/institution.ts'

/** What the accounts of a demo are for, as the server names it. */
const WHAT = [
  msg('Customer'),
  msg('Awaiting verification'),
  msg('Needs the code 12345'),
  msg('Administrator'),
  msg('Support: answers'),
  msg('Teller: decides'),
  msg('Auditor: reads'),
  msg('Second administrator'),
]

function describeLogin(what: string): Text {
  const known = WHAT.find((text) => text === what)
  return known ? t(known) : verbatim(what)
}

type FillIn = (field: 'email' | 'password', value: string) => void

/**
 * The accounts of a demo, each filled in by one click; the server has them, with DEMO on only. The stylesheet reserves their
 * space in the prerendered page.
 */
export function DemoLogins({ fillIn }: { fillIn: FillIn }) {
  const logins = useQuery({
    queryKey: ['demo logins'],
    queryFn: ({ signal }) => call<typeof listDemoLogins>('GET', '/demo/logins', { signal }),
    enabled: isDemo,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="demo:block mt-8 hidden min-h-[34.5rem] sm:min-h-[19.5rem]">
      {logins.data && (
        <section aria-labelledby="demo-logins" className="grid gap-2">
          <h2 id="demo-logins" className="font-semibold">
            <Trans
              text="Demo accounts <0>· click one, then log in</0>"
              parts={[(children) => <span className="font-normal text-muted">{children}</span>]}
            />
          </h2>
          <div className="grid gap-2 sm:grid-cols-2">
            {logins.data.map((login) => (
              <button
                key={login.email}
                type="button"
                onClick={() => {
                  fillIn('email', login.email)
                  fillIn('password', login.password)
                }}
                className="grid h-13 content-center rounded-field border border-line bg-surface px-4 text-start text-sm hover:border-ink/70"
              >
                <span className="truncate font-medium">{login.email}</span>
                <span className="truncate text-muted">{describeLogin(login.what)}</span>
              </button>
            ))}
          </div>
          <DemoMailLink />
        </section>
      )}
    </div>
  )
}

export const DemoMailLink = () =>
  isDemo ? (
    <Link
      to="/demo/mail"
      className="w-fit py-1 pointer-coarse:py-2.5 font-semibold text-accent underline underline-offset-4"
    >
      {t('Demo: open the mailbox')}
    </Link>
  ) : null
