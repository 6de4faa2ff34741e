import { HandCoins, type LucideIcon, PiggyBank, ShieldCheck } from 'lucide-react'
import { institution } from '../../shared/institution.ts'
import { pageMeta } from '../../shared/ui/page-meta.ts'
import { type Tab, Tabs } from '../../shared/ui/tabs.tsx'
import { CallToAction } from '../call-to-action.tsx'
import { PageHead } from '../page-head.tsx'
import { ReachUs } from '../reach-us.tsx'
import { OpenBook } from './open-book.tsx'

export const meta = () =>
  pageMeta({
    title: `About ${institution.name}`,
    description: `${institution.name} is a modern, secure digital bank that keeps accounts anybody may read. Our mission, our vision and what we value.`,
    path: '/about',
  })

export default function AboutPage() {
  return (
    <>
      <PageHead title="We keep accounts that anybody may read.">
        {institution.name} is a modern, secure digital bank. It has no branches and no small print that changes the
        large print: what your account shows is what happened, in the order it happened.
      </PageHead>
      <Beliefs />
      <Blocks />
      <CallToAction />
      <ReachUs />
    </>
  )
}

const Belief = ({ title, text }: { title: string; text: string }) => (
  <div className="grid max-w-xl gap-3">
    <h2 className="display text-3xl">{title}</h2>
    <p className="text-lg leading-relaxed text-muted">{text}</p>
  </div>
)

const beliefs: Tab[] = [
  {
    name: 'Mission',
    content: (
      <Belief
        title="Make money legible."
        text="People should never have to guess what they own. We show every entry, every hold and every date, and we say why a payment was declined."
      />
    ),
  },
  {
    name: 'Vision',
    content: (
      <Belief
        title="A bank you could check yourself."
        text="Every balance is the sum of its entries, and no entry is ever changed. We want that to be so ordinary that nobody thinks it worth printing."
      />
    ),
  },
  {
    name: 'Our Value',
    content: (
      <Belief
        title="Plain words, kept promises."
        text="We correct a mistake with a new entry instead of hiding the old one. We never ask for a payment in return for a code. We answer when you write."
      />
    ),
  },
]

function Beliefs() {
  return (
    <section aria-label="What we believe" className="border-y border-line bg-surface">
      <div className="measure grid items-center gap-8 py-16 lg:grid-cols-[1.2fr_1fr] lg:py-24">
        <div className="min-h-[19.5rem] sm:min-h-[16rem]">
          <Tabs label="What we believe" tabs={beliefs} />
        </div>
        <OpenBook />
      </div>
    </section>
  )
}

const blocks: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ShieldCheck,
    title: 'Secure banking',
    text: 'A session that ends by itself, a PIN on every transfer, a second code when your account asks for one, and a record of every act on your account that nobody can rewrite.',
  },
  {
    icon: PiggyBank,
    title: 'Smart savings',
    text: 'See what came in and what went out each month beside the month before. It is easier to keep money when you can see where it goes.',
  },
  {
    icon: HandCoins,
    title: 'Easy payments',
    text: 'Send a wire with a name, a number and an amount. Add money by wire or in cryptocurrency. You see at once what is pending and what is done.',
  },
]

function Blocks() {
  return (
    <section aria-label="What you can rely on" className="measure grid gap-x-12 gap-y-10 py-16 md:grid-cols-3 lg:py-24">
      {blocks.map(({ icon: Icon, title, text }) => (
        <div key={title} className="grid content-start gap-3 border-t-2 border-ink pt-6">
          <Icon aria-hidden className="size-7 text-accent" strokeWidth={1.75} />
          <h2 className="display text-2xl">{title}</h2>
          <p className="leading-relaxed text-muted">{text}</p>
        </div>
      ))}
    </section>
  )
}
