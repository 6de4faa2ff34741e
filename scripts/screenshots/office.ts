import type { Page } from '@playwright/test'
import { type Camera, logIn, visit } from './tour.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function users({ take }: Camera, page: Page) {
  await visit(page, '/dashboard/user')
  await take(page, 'office-users')
  await visit(page, '/dashboard/user?search=customer@fable.example')
  await page.getByRole('link', { name: /^Details of/ }).click()
  await page.getByRole('button', { name: 'Fund' }).waitFor()
  await take(page, 'office-person')
  const { pathname } = new URL(page.url())
  for (const tab of ['transactions', 'notes', 'access-log']) {
    await visit(page, `${pathname}?tab=${tab}`)
    await take(page, `office-person-${tab}`)
  }
  await visit(page, pathname)
  for (const [button, name] of [
    ['Edit', 'edit'],
    ['Set code', 'set-code'],
    ['End all sessions', 'end-sessions'],
    ['Freeze or close', 'standing'],
    ['Debit', 'debit'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await dialog(page).waitFor()
    await take(page, `office-person-${name}`)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Fund' }).click()
  await dialog(page).getByLabel('Amount').fill('250')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('button', { name: 'Fund $250.00' }).waitFor()
  await take(page, 'office-person-fund-confirm')
}

async function transactions({ take }: Camera, page: Page) {
  await visit(page, '/dashboard/all-transactions')
  await page.getByRole('table').first().waitFor()
  await take(page, 'office-transactions')
  const waiting = page.getByRole('table', { name: 'Waiting for a decision' })
  await waiting.getByRole('row').filter({ hasText: 'Deposit' }).first().getByRole('button').first().click()
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await take(page, 'office-decision')
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await take(page, 'office-decision-approve')
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await dialog(page).getByRole('button', { name: 'Decline', exact: true }).click()
  await take(page, 'office-decision-decline')
}

async function sendMessage({ address }: Camera, token: string, receiver: string, message: string) {
  await fetch(`${address}/api/suport/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ receiver, message }),
  })
}

async function support(camera: Camera, page: Page, admin: string) {
  const customer = await logIn(camera, 'customer@fable.example')
  await sendMessage(
    camera,
    customer,
    'Admin',
    'Good morning! My transfer to Willow & Pine is still pending. When will it arrive?',
  )
  await visit(page, '/dashboard/support')
  const conversation = page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()
  await conversation.waitFor()
  if (camera.phone) await camera.take(page, 'office-support-list')
  await conversation.click()
  await page.getByRole('log', { name: 'Messages' }).waitFor()
  const person = new URL(page.url()).searchParams.get('user') ?? ''
  await sendMessage(camera, admin, person, 'Good morning Clara, it is being checked now and leaves today.')
  await page.getByText('it is being checked now').last().waitFor()
  await camera.take(page, 'office-support')

  const customerPage = await camera.open(customer)
  await visit(customerPage, '/dashboard/support-user')
  await customerPage.getByText('it is being checked now').last().waitFor()
  await camera.take(customerPage, 'support')
  await customerPage.context().close()
}

export async function officeTour(camera: Camera): Promise<void> {
  const token = await logIn(camera, 'admin@fable.example', 'Fable-admin-2026')
  const page = await camera.open(token)
  await visit(page, '/dashboard')
  await page.getByRole('region', { name: 'Waiting for a decision' }).getByRole('listitem').first().waitFor()
  await camera.take(page, 'office-index')
  await users(camera, page)
  await transactions(camera, page)
  await visit(page, '/dashboard/admin-settings')
  await page.getByRole('region', { name: 'Banking info' }).waitFor()
  await camera.take(page, 'office-settings')
  await visit(page, '/dashboard/verifications')
  await camera.take(page, 'office-verifications')
  await page.getByRole('region', { name: 'Waiting' }).getByRole('link').first().click()
  await page.getByRole('img', { name: /^Proof of identity/ }).waitFor()
  await camera.take(page, 'office-verification-review')
  await visit(page, '/dashboard/proposals')
  await camera.take(page, 'office-proposals')
  for (const name of ['reconciliation', 'statements', 'lines', 'payment-runs', 'reports']) {
    await visit(page, name === 'reconciliation' ? '/dashboard/outside' : `/dashboard/outside/${name}`)
    await camera.take(page, `office-${name}`)
  }
  await visit(page, '/dashboard/audit')
  await camera.take(page, 'office-audit')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await camera.take(page, 'office-keyboard-help')
  await support(camera, page, token)
  await page.context().close()
}
