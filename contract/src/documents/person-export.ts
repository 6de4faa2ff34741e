import { endpoint } from '../endpoint.ts'

export const EXPORTS_PER_HOUR = 3

export const exportPerson = endpoint({
  method: 'POST',
  path: '/users/export',
  policy: 'signedIn',
  // Everything at once is what a thief of a session would want.
  fresh: true,
  allowsClosed: true,
  apiOnly: true,
  tag: 'People',
  summary: 'Everything that the bank keeps about the person, as a ZIP file',
  description: `Lists as JSON and CSV, uploads and documents as files, a statement of each month, and a proof of each account.
README.txt in it says what each file is, and what is kept back and why. The person is notified by email. At most
${EXPORTS_PER_HOUR} an hour.`,
  success: { status: 200, body: 'binary', files: ['application/zip'] },
  refusals: ['too_many'],
})
