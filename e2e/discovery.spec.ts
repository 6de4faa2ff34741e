import { LOCALES, pathIn } from '#contract/locales.ts'
import { expect, test } from './bank.ts'
import { PUBLIC_PAGES } from './page-actions.ts'

for (const path of PUBLIC_PAGES)
  test(`${path} has metadata for search engines and social networks`, async ({ page, baseURL }) => {
    await page.goto(path)
    const content = (selector: string) => page.locator(selector).getAttribute('content')
    expect(await page.title()).toContain('Fable Bank')
    const description = (await content('meta[name=description]')) ?? ''
    expect(description.length).toBeGreaterThan(70)
    expect(description.length).toBeLessThan(220)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${baseURL}${path}`)
    expect(await content('meta[property="og:title"]')).toBe(await page.title())
    expect(await content('meta[property="og:url"]')).toBe(`${baseURL}${path}`)

    const picture = await page.request.get((await content('meta[property="og:image"]')) ?? '')
    expect(picture.headers()['content-type']).toBe('image/png')
    expect((await picture.body()).length).toBeLessThan(300_000)
  })

test('every page has its own title and description', async ({ page }) => {
  const seen = new Set<string>()
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    seen.add(await page.title())
    seen.add((await page.locator('meta[name=description]').getAttribute('content')) ?? '')
  }
  expect(seen.size).toBe(2 * PUBLIC_PAGES.length)
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

test('sign-in pages are not indexed', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
