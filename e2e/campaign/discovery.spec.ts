import { LOCALES, pathIn } from '#contract/locales.ts'
import { expect, test } from '../bank.ts'
import { PUBLIC_PAGES } from '../page-actions.ts'

// What search engines and social networks read is in the HTML.
test.use({ javaScriptEnabled: false })

test('every public page has its own metadata for search engines and social networks; sign-in pages are not indexed', async ({
  page,
  baseURL,
}) => {
  const content = (selector: string) => page.locator(selector).getAttribute('content')
  const seen = new Set<string>()
  const pictures = new Set<string>()
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    const title = await page.title()
    expect(title, path).toContain('Fable Bank')
    const description = (await content('meta[name=description]')) ?? ''
    expect(description.length, path).toBeGreaterThan(70)
    expect(description.length, path).toBeLessThan(220)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${baseURL}${path}`)
    expect(await content('meta[property="og:title"]'), path).toBe(title)
    expect(await content('meta[property="og:url"]')).toBe(`${baseURL}${path}`)
    pictures.add((await content('meta[property="og:image"]')) ?? `${path} has no picture`)
    seen.add(title).add(description)
  }
  expect(seen.size).toBe(2 * PUBLIC_PAGES.length)
  for (const address of pictures) {
    const picture = await page.request.get(address)
    expect(picture.headers()['content-type'], address).toBe('image/png')
    expect((await picture.body()).length, address).toBeLessThan(300_000)
  }
  await page.goto('/login')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('serves the sitemap, robots.txt, the manifest and the icons', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(listed).toEqual(PUBLIC_PAGES.flatMap((page) => LOCALES.map((locale) => `${baseURL}${pathIn(locale, page)}`)))
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)

  const manifest = await (await request.get('/site.webmanifest')).json()
  for (const { src } of [
    ...manifest.icons,
    { src: '/favicon.svg' },
    { src: '/favicon.ico' },
    { src: '/apple-touch-icon.png' },
  ])
    expect((await request.get(src)).status(), src).toBe(200)
})
