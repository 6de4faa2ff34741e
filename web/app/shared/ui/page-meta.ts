import { institution, origin } from '../institution.ts'

type PageMeta = { title: string; description: string; path: string }

/** Title, description, canonical URL and social tags of a public page. */
export function pageMeta({ title, description, path }: PageMeta) {
  const url = `${origin}${path}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
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
      content: 'A balance, a chart of income and spending, and the words: Money, told plainly.',
    },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Pages that need a session have a title and are not indexed. */
export const privateMeta = (title: string) => [
  { title: `${title} · ${institution.name}` },
  { name: 'robots', content: 'noindex' },
]
