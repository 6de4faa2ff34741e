import { msg } from '#contract/text-id.ts'
import { t, translateText } from './i18n.ts'

/** Texts of the API with values in them. A page reads the values and writes its own text. */
const WITH_VALUES = [
  msg('{field} is required.'),
  msg('{field} can have at most {count} characters.'),
  msg('{field} has characters that can’t be stored.'),
  msg('Your limit can be at most {amount}.'),
  msg('Choose a day from {day} on, which is today at the bank, at most {years} years ahead.'),
  msg('There is no placeholder {name}.'),
]
/** Texts that only the server has; the catalogue must know them. */
export const SERVER_TEXTS = [
  msg('The date can’t be in the future.'),
  msg('The date can’t be before 2000-01-01.'),
  msg('The expiry date is in the past.'),
  msg('The mail server refused the address or the password.'),
  msg('The mail server refused the sender or the receiver.'),
  msg('The mail server could not be reached.'),
  msg('The mail server did not take the e-mail.'),
]

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const toPattern = (text: string) =>
  new RegExp(`^${escaped(text).replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>.+)`)}$`, 's')

/** What the API says, in the language of the page. What no catalogue has is shown as it is. */
export function translateApiText(text: string): string {
  const whole = translateText(text)
  if (whole !== text) return whole
  for (const template of WITH_VALUES) {
    const values = toPattern(template).exec(text)?.groups
    if (values)
      return t(
        template,
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, translateText(value)])),
      )
  }
  return text
}
