import { expect, test } from 'vitest'
import { isPhone, knownBrowser } from './describe-browser.ts'

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0 Safari/537.36`, 'Chrome on Windows', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows', false],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${like} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604',
    'Safari on iPhone',
    true,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605 Version/18 Safari/604', 'Safari on macOS', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${like} HeadlessChrome/140.0 Safari/537.36`, 'Chrome on Linux', false],
  ['curl/8.5.0', null, false],
  ['', null, false],
])('describes %s as %s', (userAgent, name, phone) => {
  expect([knownBrowser(userAgent), isPhone(userAgent)]).toEqual([name, phone])
})
