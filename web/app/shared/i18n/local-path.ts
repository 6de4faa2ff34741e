import { pathIn } from '#contract/locales.ts'
import { currentLocale } from './i18n.ts'

/** The path of a public page in the page’s language: '/about', '/de/about'. */
export const localPath = (page: string) => pathIn(currentLocale(), page)
