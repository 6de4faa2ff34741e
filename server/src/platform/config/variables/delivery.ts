import { hostsAndNetworks, privateKey, url } from '../value-types.ts'
import type { Variable } from '../variable.ts'

export const DELIVERY = {
  SMTP_URL: {
    meaning:
      'overrides the mail server of the stored mail settings. `smtp://` needs STARTTLS, except on this machine or with `?requireTLS=false`, which sends everything in clear text. With neither, emails stay queued, or with `DEMO` on are written to `DATA_DIR/mail`',
    type: url('smtp', 'smtps'),
    default: null,
    secret: 'url',
    usedBy: ['start', 'doctor'],
  },
  WEBHOOK_ALLOW: {
    meaning:
      'comma-separated hosts, addresses and networks (`hooks.internal, 10.0.0.0/8`) that webhooks may be sent to although they are not public, or without TLS',
    type: hostsAndNetworks,
    default: null,
    noneText: '(none: public https addresses only)',
    usedBy: ['start'],
  },
  PUSH_ALLOW: {
    meaning: 'the same for the push services of browsers: needed only for one inside of your network',
    type: hostsAndNetworks,
    default: null,
    noneText: '(none: public https addresses only)',
    usedBy: ['start'],
  },
  VAPID_PRIVATE_KEY: {
    meaning: 'the key by which push services recognise this bank (P-256, base64url)',
    type: privateKey,
    default: null,
    defaultText: 'made once, stored encrypted',
    noneText: '(generated in the database)',
    secret: 'value',
    usedBy: ['start', 'migrate', 'admin:create'],
  },
} satisfies Record<string, Variable>
