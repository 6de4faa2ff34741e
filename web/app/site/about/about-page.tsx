import { HandCoins, type LucideIcon, PiggyBank, ShieldCheck } from 'lucide-react'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import type { Content } from '../../shared/ui/content.ts'
import { pageMeta } from '../../shared/ui/page/page-meta.ts'
import { Tabs } from '../../shared/ui/page/tabs.tsx'
import { CallToAction } from '../call-to-action.tsx'
import { ContactDetails } from '../contact-details.tsx'
import { PageHead } from '../page-head.tsx'
import { OpenBook } from './open-book.tsx'

export const meta = () =>
  pageMeta({
    title: t('About {name}', { name: institution.name }),
    description: t(
      '{name} is a modern, secure digital bank that makes money easy to understand. Read about our mission, our vision, and our values.',
      { name: institution.name },
    ),
    path: '/about',
  })

export default function AboutPage() {
  return (
    <>
      <PageHead title={t('Banking you can actually understand.')}>
        {t(
          '{name} is a modern, secure digital bank. No branches, no confusing fine print: your account shows every transaction, in the order it happened.',
          { name: institution.name },
        )}
      </PageHead>
      <Values />
      <Blocks />
      <CallToAction />
      <ContactDetails />
    </>
  )
}

const Value = ({ title, text }: { title: TextId; text: TextId }) => (
  <div className="grid max-w-xl gap-3">
    <h2 className="display text-3xl">{t(title)}</h2>
    <p className="text-lg leading-relaxed text-muted">{t(text)}</p>
  </div>
)

const values: { name: TextId; content: Content }[] = [
  {
    name: msg('Mission'),
    content: (
      <Value
        title={msg('Make money easy to understand.')}
        text={msg(
          'You should never have to guess what you have. We show every transaction, every hold, and every date, in words that make sense.',
        )}
      />
    ),
  },
  {
    name: msg('Vision'),
    content: (
      <Value
        title={msg('A bank whose numbers always add up.')}
        text={msg(
          'Every balance is the sum of its transactions, and no transaction is ever edited or deleted. We think every bank should work that way.',
        )}
      />
    ),
  },
  {
    name: msg('Our Value'),
    content: (
      <Value
        title={msg('Plain words and kept promises.')}
        text={msg(
          'We correct a mistake with a new transaction instead of hiding the old one. We never ask for a payment in return for a code. And when you write to us, a person replies.',
        )}
      />
    ),
  },
]

function Values() {
  return (
    <section aria-label={t('What we believe')} className="border-y border-line bg-surface">
      <div className="measure grid items-center gap-8 py-16 lg:grid-cols-[1.2fr_1fr] lg:py-24">
        <div className="min-h-[19.5rem] sm:min-h-[16rem]">
          <Tabs label={t('What we believe')} tabs={values.map(({ name, content }) => ({ name: t(name), content }))} />
        </div>
        <OpenBook />
      </div>
    </section>
  )
}

const blocks: { icon: LucideIcon; title: TextId; text: TextId }[] = [
  {
    icon: ShieldCheck,
    title: msg('Secure banking'),
    text: msg(
      'Sessions that time out, a PIN on every transfer, an extra code when your account requires one, and a ledger in which no entry can be edited or deleted.',
    ),
  },
  {
    icon: PiggyBank,
    title: msg('Smart savings'),
    text: msg(
      'Compare this month’s income and spending with last month’s. Saving is easier when you can see where your money goes.',
    ),
  },
  {
    icon: HandCoins,
    title: msg('Easy payments'),
    text: msg(
      'Send a wire with a name, an account number, and an amount. Add money by wire or in cryptocurrency. See right away what’s pending and what’s complete.',
    ),
  },
]

function Blocks() {
  return (
    <section
      aria-label={t('What you can rely on')}
      className="measure grid gap-x-12 gap-y-10 py-16 md:grid-cols-3 lg:py-24"
    >
      {blocks.map(({ icon: Icon, title, text }) => (
        <div key={title} className="grid content-start gap-3 border-t-2 border-ink pt-6">
          <Icon aria-hidden className="size-7 text-accent" strokeWidth={1.75} />
          <h2 className="display text-2xl">{t(title)}</h2>
          <p className="leading-relaxed text-muted">{t(text)}</p>
        </div>
      ))}
    </section>
  )
}
