import { LOCALES, pageOfPath, pathIn } from '#contract/locales.ts'
import { pagePlaceholders } from '#contract/settings/pages.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../i18n/i18n.ts'
import { localPath } from '../../i18n/local-path.ts'
import { currentPath } from '../../i18n/rendering.ts'
import { institution, locales, origin } from '../../institution.ts'

type PageMeta = { title: Text; description: Text; path: string }

/** Title, description, canonical URL and social tags of a public page. */
export function pageMeta({ title, description, path }: PageMeta) {
  // '/de/fr/about' has the shape of a page, but is none.
  if (pageOfPath(currentPath()) !== path) return notFoundMeta()
  const url = `${origin}${localPath(path)}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...alternates(path),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: institution.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${origin}/social.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    {
      property: 'og:image:alt',
      content: t('A balance, a chart of income and spending, and the words: Money, told plainly.'),
    },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The page in the other languages. The build does not know which are offered: the server fills the relation in. */
function alternates(path: string) {
  const relation = import.meta.env.SSR && !import.meta.env.DEV ? pagePlaceholders.alternate : () => 'alternate'
  const inEach = (import.meta.env.SSR ? LOCALES : locales).map((locale) => ({
    tagName: 'link',
    rel: relation(locale),
    hrefLang: locale,
    href: `${origin}${pathIn(locale, path)}`,
  }))
  return [...inEach, { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: `${origin}${path}` }]
}

export const notFoundMeta = () => privateMeta(t('Page not found'))

/** Pages that need a session have a title and are not indexed. */
export const privateMeta = (title: Text) => [
  { title: `${title} · ${institution.name}` },
  { name: 'robots', content: 'noindex' },
]
