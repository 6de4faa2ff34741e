import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t, translateText } from './i18n.ts'

/** Texts of the API with values in them. A page reads the values and writes its own text. */
const WITH_VALUES = [
  msg('{field} is required.'),
  msg('{field} can have at most {count} characters.'),
  msg('{field} has characters that can’t be stored.'),
  msg('Your limit can be at most {amount}.'),
  msg('Choose a day from {day} on, which is today at the bank, at most {years} years ahead.'),
  msg('There is no placeholder {name}.'),
  msg('Enter an amount between {least} and {most} with at most two decimals.'),
  msg('Enter an amount between {least} and {most} with at most three decimals.'),
  msg('Enter an amount between {least} and {most} without decimals.'),
  msg('Enter a goal between {least} and {most} with at most two decimals.'),
]
/** Texts of the API, and names of fields in them, that no page has; the catalogue must know them. */
export const SERVER_TEXTS = [
  msg('The date can’t be in the future.'),
  msg('The date can’t be before 2000-01-01.'),
  msg('The expiry date is in the past.'),
  msg('The mail server refused the address or the password.'),
  msg('The mail server refused the sender or the receiver.'),
  msg('The mail server could not be reached.'),
  msg('The mail server did not take the e-mail.'),
  msg('The password can have at most 1,024 bytes.'),
  msg('Enter one reason.'),
  msg('Choose a time in the future.'),
  msg('A single payment has no end date.'),
  msg('Enter a recovery code.'),
  msg('Enter an address such as https://example.com/hooks, without user name, password and #.'),
  msg('Enter the most that this key may send in a day.'),
  msg('A rate is a positive number with at most 18 decimals.'),
  msg('There can be at most 50 canned replies.'),
  msg('There can be at most 50 currencies.'),
  msg('Choose the column of the amount.'),
  msg('Choose a member of staff who may reply.'),
  msg('E-mail'),
  msg('Swift code'),
  msg('Code description'),
  msg('Number'),
  msg('Tag'),
  msg('WhatsApp'),
]

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const toPattern = (text: string) =>
  new RegExp(`^${escaped(text).replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>.+)`)}$`, 's')

/** The text with placeholders in place of its values, and the values. */
export function readApiText(
  text: string,
  templates = WITH_VALUES,
): { template: TextId; values: Record<string, string> } | null {
  for (const template of templates) {
    const values = toPattern(template).exec(text)?.groups
    if (values) return { template, values }
  }
  return null
}

/** What the API says, in the language of the page. What no catalogue has is shown as it is. */
export function translateApiText(text: string, templates = WITH_VALUES): Text {
  const whole = translateText(text)
  if (whole !== text) return whole
  const found = readApiText(text, templates)
  if (!found) return whole
  const values = Object.entries(found.values).map(([name, value]) => [name, translateText(value)])
  return t(found.template, Object.fromEntries(values))
}
