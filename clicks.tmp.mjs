import { chromium } from '@playwright/test'
import { findJourneyBrowser } from './scripts/find-browser.mjs'
const base = 'http://localhost:4470'
const token = (await (await fetch(base + '/api/auths/login', { method: 'POST', headers: {'content-type':'application/json'}, body: JSON.stringify({ email: process.env.EMAIL ?? 'teller@fable.example', password: process.env.PASSWORD ?? 'Fable-staff-2026' }) })).json()).token
const browser = await chromium.launch({ executablePath: findJourneyBrowser() ?? undefined, args: ['--no-sandbox','--disable-gpu'] })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', serviceWorkers: 'block', reducedMotion: 'reduce' })
await context.addInitScript((t) => localStorage.setItem('authToken', t), token)
const page = await context.newPage()
page.setDefaultTimeout(15000)
let clicks = 0
const click = async (l) => { await l.first().click(); clicks++ }
const job = async (name, steps) => { clicks = 0; await page.goto(base + '/dashboard'); await page.getByRole('region', { name: 'Overview' }).waitFor(); try { await steps(); console.log(name, clicks) } catch (e) { console.log(name, 'FAILED after', clicks, e.message.split('\n')[0]) } }
const d = page.getByRole('dialog')

const menu = page.getByRole('navigation', { name: 'Administration' })
await job('import a statement', async () => { await click(menu.getByRole('link', { name: 'Bank statements' })); const chooser = page.waitForEvent('filechooser'); await click(page.getByText(/Choose|choose a file|Import/).first()); await chooser })
await job('book a matched line', async () => { await click(menu.getByRole('link', { name: 'Statement lines' })); await click(page.getByRole('button', { name: /^Confirm/ })); await page.waitForTimeout(1500) })
await job('payment run', async () => { await click(menu.getByRole('link', { name: 'Payment runs' })); await page.waitForTimeout(1500); console.log((await page.locator('main').innerText()).slice(0, 400)) ; await click(page.getByRole('button', { name: /Make/ })); await page.waitForTimeout(1500); console.log((await page.locator('main').innerText()).slice(0, 300)) })
await browser.close()
