import type { Deps } from '../../http/deps.ts'
import type { PagePreview } from '../../http/page-preview.ts'
import { formatCents } from '../../platform/texts/formats.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import { readRequest } from './read-request.ts'

/** 'Pay Clara Whitfield $18.40': what its page shows to everyone who has the link. A link that can't be used has none. */
export const payPagePreview =
  ({ sql, keys }: Pick<Deps, 'sql' | 'keys'>): PagePreview =>
  async ({ code = '' }, locale) => {
    const request = await readRequest(sql, keys.payRequests, code).catch(() => null)
    if (!request) return null
    const texts = textsIn(locale)
    const { holder: name, amountCents } = request
    return amountCents === null
      ? texts.t('Pay {name}', { name })
      : texts.t('Pay {name} {amount}', { name, amount: formatCents(amountCents, texts) })
  }
