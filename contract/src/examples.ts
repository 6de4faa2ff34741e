const id = (number: string) => `0198c1a2-7d3e-7000-8000-${number}`
const token = (purpose: string) => `AZjBon0-cAAAgABAAAAAAA-${purpose}`
const challenge = (purpose: string) => `kZ2Vb0mVd3T1kFq6m6nq0u4YbT0aJ7sZ-${purpose}`
const credential = {
  id: 'mY1rQ2VuZGlhbA',
  rawId: 'mY1rQ2VuZGlhbA',
  type: 'public-key',
  clientExtensionResults: {},
} as const

/**
 * The things that examples of requests are about, each with a value that nothing else has. Tests find these values in an
 * example and put a thing of their bank in their place (server/test/fixtures.ts), so that the request succeeds.
 */
export const EXAMPLES = {
  customer: id('5e4f3a2b1c01'),
  customerEmail: 'ada@fable.example',
  /** The customer's password. */
  password: 'a long sentence that is hard to guess',
  transactionCode: '12345',
  /** The first PIN of a customer who has none. */
  firstPin: '7391',
  /** An address that no person has. */
  newEmail: 'ada.example@fable.example',
  /** Whose account is closed. */
  formerCustomer: id('5e4f3a2b1c02'),
  erasedCustomer: id('5e4f3a2b1c03'),
  /** Whose documents wait for a decision. */
  applicant: id('5e4f3a2b1c04'),
  /** Who has written to support. */
  correspondent: id('5e4f3a2b1c05'),
  supportStaff: id('5e4f3a2b1c06'),
  leavingStaff: id('5e4f3a2b1c07'),
  /** A Pending customer without documents. */
  newcomer: id('5e4f3a2b1c08'),

  /** The customer's main account. */
  account: id('6a1c5e7b9d11'),
  savingsAccount: id('6a1c5e7b9d12'),
  payee: id('6a1c5e7b9d13'),
  scheduledPayment: id('6a1c5e7b9d14'),
  payRequest: id('6a1c5e7b9d15'),
  payRequestCode: 'AQAAAAAw1AGYwaF3EapwAIAAXS6POpsQTHVuY2h4n1W0yk3fQm9zR2xV',
  pendingTransfer: id('2b1f6c9d4e21'),
  bookedDeposit: id('2b1f6c9d4e22'),
  /** A wire that is approved, and in no payment run. */
  wire: id('2b1f6c9d4e23'),

  device: id('3c2e7d0a5f31'),
  passkey: id('3c2e7d0a5f32'),
  apiKey: id('3c2e7d0a5f33'),
  pushDevice: id('3c2e7d0a5f34'),
  /** A code of the authenticator app that is being set up. */
  totp: '123456',
  recoveryCode: '7K2QD-M4XZP',
  /** A customer signed in with the password, and sends the recovery code next. */
  loginChallenge: challenge('login'),
  passkeyChallenge: challenge('passkey'),
  passkeySignature: {
    ...credential,
    response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQ' },
  },
  registrationChallenge: challenge('register'),
  registration: {
    ...credential,
    response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
  },
  resetToken: token('reset'),
  confirmationToken: token('confirm'),
  undoToken: token('undo'),
  secureToken: token('secure'),
  pinToken: token('pin'),

  upload: id('4d3f8e1b6a41'),
  uploadUrl: `/api/images/${id('4d3f8e1b6a41')}`,
  /** A Pending customer uploaded it. */
  identityUrl: `/api/images/${id('4d3f8e1b6a42')}`,
  /** A member of staff uploaded it. */
  staffUploadUrl: `/api/images/${id('4d3f8e1b6a45')}`,
  identityDocument: id('4d3f8e1b6a43'),
  submission: id('4d3f8e1b6a44'),
  /** A SHA-256. */
  issuedDocument: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  /** A month of the customer's account. */
  month: '2026-10',
  /** A day to come. */
  startDay: '2027-01-31',

  externalAccount: id('7b2d6f8c0e51'),
  /** The number of an external account that is not stored yet. */
  externalNumber: 'DE89 3704 0044 0532 0130 00',
  /** A number by which files name an external account, as staff said. */
  statementNumber: '20041010050500013',
  statement: id('7b2d6f8c0e52'),
  statementEntry: id('7b2d6f8c0e53'),
  ignoredEntry: id('7b2d6f8c0e54'),
  paymentRun: id('7b2d6f8c0e55'),
  /** A closed period of the books, which no other follows. */
  closing: id('7b2d6f8c0e57'),
  /** A day that is over, after the last closed period. */
  closableDay: '2000-01-31',

  /** An account of the chart that staff added. */
  glCode: '6100',
  /** A code that is not in the chart. */
  newGlCode: '6110',
  journalEntry: id('7b2d6f8c0e56'),

  proposal: id('8c3e7a9d1f61'),
  savedFilter: id('8c3e7a9d1f62'),
  webhook: id('8c3e7a9d1f63'),
  webhookDelivery: id('8c3e7a9d1f64'),
  /** The client makes the id of a message. */
  messageId: id('8c3e7a9d1f65'),
} as const
