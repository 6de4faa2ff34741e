import { withBank } from '../../server/test/bank-process.ts'
import { expect, test } from '../bank.ts'
import { AUTH_PAGES, logIn, PUBLIC_PAGES } from '../page-actions.ts'

const RIBBON = 'Demonstration bank. No real money.'

test('every page of an unlicensed bank shows the demonstration ribbon', async ({ page, request }) => {
  // It is in the HTML; without-script.spec.ts sees it on the public pages.
  for (const path of [...PUBLIC_PAGES, ...AUTH_PAGES, '/no-such-page'])
    expect(await (await request.get(path)).text(), path).toContain(RIBBON)
  await page.goto('/login')
  await expect(page.getByText(RIBBON)).toBeVisible()
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(RIBBON)).toBeVisible()
})

test('a configured bank shows its own name and legal lines, and no ribbon, in the served HTML', async ({ page }) => {
  const configured = {
    // The people of the demonstration take most of a first start.
    DEMO: 'off',
    INSTITUTION_NAME: 'Birch & Sons',
    INSTITUTION_LEGAL_NAME: 'Birch and Sons Banking Corporation',
    INSTITUTION_REGULATOR: 'Supervised by the Ministry of Stories, license 7',
    INSTITUTION_PHONE: '+1 (555) 010-0150, +1 (555) 010-0151',
    INSTITUTION_EMAIL: 'desk@birch.example',
    INSTITUTION_ADDRESS: '3 Birch Way',
  }
  await withBank(async ({ address }) => {
    const html = await (await page.request.get(`${address}/about`)).text()
    expect(html).toContain('<title>About Birch &amp; Sons</title>')
    expect(html).not.toContain('Fable')

    await page.goto(`${address}/contact`)
    await expect(page).toHaveTitle('Contact Birch & Sons')
    await expect(page.getByText(RIBBON)).toBeHidden()
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('Birch and Sons Banking Corporation')
    await expect(footer).toContainText('Supervised by the Ministry of Stories, license 7')
    await expect(footer.getByText('fictional bank')).toBeHidden()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: /555/ })).toHaveText(['+1 (555) 010-0150', '+1 (555) 010-0151'])
    await expect(main).toContainText('desk@birch.example')
    await expect(main).toContainText('3 Birch Way')
  }, configured)
})
