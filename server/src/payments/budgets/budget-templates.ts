import { CATEGORY_NAMES, type Category } from '#contract/payments/categories.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import type { EmailTemplate } from '../../notifications/template.ts'
import { formatCents } from '../../platform/texts/formats.ts'

const budgetEmail =
  (subject: TextId): EmailTemplate =>
  ({ email, data }, { texts, addressOf }) => {
    const values = {
      category: texts.t(CATEGORY_NAMES[data.category as Category]),
      spent: formatCents(BigInt(String(data.spentCents)), texts),
      budget: formatCents(BigInt(String(data.amountCents)), texts),
    }
    return {
      to: email,
      subject: texts.t(subject, values),
      paragraphs: [
        texts.t('{category}: you have spent {spent} of the {budget} that you planned for this month.', values),
      ],
      link: { label: texts.t('See your budgets'), address: addressOf('/dashboard/budgets') },
    }
  }

export const BUDGET_TEMPLATES = {
  'budget.nearly_spent': budgetEmail(msg('80% of your budget is spent: {category}')),
  'budget.spent': budgetEmail(msg('Your budget is spent: {category}')),
} satisfies Record<string, EmailTemplate>
